/** The server's size limit for a drawing, in bytes. */
const LIMIT = 200_000;

/** A drawing as a data URL. One from a large, high-resolution screen is scaled down until it fits. */
export const drawingUrl = async (image: Blob): Promise<string> => dataUrl(await fitting(image));

async function fitting(image: Blob): Promise<Blob> {
  if (image.size <= LIMIT) return image;
  const bitmap = await createImageBitmap(image);
  const canvas = new OffscreenCanvas(Math.ceil(bitmap.width / 2), Math.ceil(bitmap.height / 2));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return fitting(await canvas.convertToBlob({ type: 'image/png' }));
}

async function dataUrl(image: Blob): Promise<string> {
  const bytes = new Uint8Array(await image.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `data:image/png;base64,${btoa(text)}`;
}

/** How an image is made square: `crop` fills the square, `fit` shows the whole image on white. */
export type CropMode = 'crop' | 'fit';

/** `zoom` is 1 or more; `x` and `y`, from -1 to 1, select the visible part. */
export interface Crop {
  mode: CropMode;
  zoom: number;
  x: number;
  y: number;
}

export const centered: Crop = { mode: 'crop', zoom: 1, x: 0, y: 0 };

/**
 * The position of the whole image relative to a square of `side` pixels that shows part of it: left, top, width,
 * height.
 */
export function placeOf(
  { width, height }: { width: number; height: number },
  { mode, zoom, x, y }: Crop,
  side: number,
) {
  const scale = mode === 'fit' ? side / Math.max(width, height) : (side / Math.min(width, height)) * zoom;
  const [drawnWidth, drawnHeight] = [width * scale, height * scale];
  const spareX = Math.max(0, drawnWidth - side) / 2;
  const spareY = Math.max(0, drawnHeight - side) / 2;
  return {
    left: (side - drawnWidth) / 2 - (mode === 'fit' ? 0 : x * spareX),
    top: (side - drawnHeight) / 2 - (mode === 'fit' ? 0 : y * spareY),
    width: drawnWidth,
    height: drawnHeight,
  };
}

/** The square as a JPEG. Rejects if the browser cannot draw it. */
export async function drawCrop(image: ImageBitmap, crop: Crop, side: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  paint(canvas, image, crop);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be drawn'))),
      'image/jpeg',
      0.9,
    );
  });
}

/** Draws the square into a canvas of the same size. */
export function paint(canvas: HTMLCanvasElement, image: ImageBitmap, crop: Crop): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const { left, top, width, height } = placeOf(image, crop, canvas.width);
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, canvas.width, canvas.width);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, left, top, width, height);
}

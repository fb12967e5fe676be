import sharp from 'sharp';

const LINE = '<path d="M20 120 C 120 20, 200 140, 380 40" stroke="#101828" stroke-width="4" fill="none"/>';

/** A signature as a signature pad sends it, with these strokes in SVG: a data URL of 400 by 160 pixels. */
export async function drawnSignature(strokes = LINE): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="160">${strokes}</svg>`;
  const image = await sharp(Buffer.from(svg)).png().toBuffer();
  return `data:image/png;base64,${image.toString('base64')}`;
}

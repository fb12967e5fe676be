import { sniff } from './media-type.ts';

const pixelLimit = 50_000_000;
const longestSide = 4_096;

/** The message is a sentence for the person who sent the image. */
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused';
}

export interface PreparedImage {
  readonly content: Buffer;
  readonly mediaType: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/**
 * An image drawn anew: upright, at most `fitPixels` wide and high, of a moving one the first picture, and without
 * anything else that was in the file, above all the place where it was taken.
 *
 * @throws ImageRefused
 */
export async function prepareImage(original: Buffer, fitPixels = longestSide): Promise<PreparedImage> {
  const mediaType = sniff(original);
  if (mediaType === 'image/heic') {
    throw new ImageRefused('This photo is in the HEIC format, which cannot be read here. Save it as JPEG and send it again.');
  }
  if (!['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'].includes(mediaType)) {
    throw new ImageRefused('This file is not a photo that can be read here. Send a JPEG, PNG, WebP or GIF.');
  }
  // A large native library, loaded when the first image comes.
  const { default: sharp } = await import('sharp');
  // Uploads are rare and memory is short.
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const image = sharp(original, { limitInputPixels: pixelLimit, failOn: 'error' })
      .autoOrient()
      .resize({ width: fitPixels, height: fitPixels, fit: 'inside', withoutEnlargement: true });
    if (mediaType === 'image/jpeg' || mediaType === 'image/avif') image.jpeg({ quality: 85 });
    else if (mediaType === 'image/webp') image.webp({ quality: 85 });
    else image.png();
    const { data, info } = await image.toBuffer({ resolveWithObject: true });
    return { content: data, mediaType: `image/${info.format as 'jpeg' | 'png' | 'webp'}`, width: info.width, height: info.height };
  } catch (error) {
    if (/exceeds pixel limit/i.test((error as Error).message)) {
      throw new ImageRefused('This photo has too many pixels. Send a smaller one.');
    }
    throw new ImageRefused('This photo is damaged and cannot be read.');
  }
}

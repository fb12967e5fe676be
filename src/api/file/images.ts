import { ACCEPTED_FILES } from '#src/machines/file/accepted-files.ts';
import { createBounded } from '#src/api/http/bounded.ts';
import { WORK } from '#src/api/http/ceilings.ts';
import { sniff } from './media-type.ts';

const pixelLimit = 50_000_000;
/** For formats that are always decoded at full size. */
const heavyPixelLimit = 25_000_000;
const longestSide = 4_096;
const frameLimit = 500;
const signaturePixelLimit = 20_000_000;
/** Out of 255: a smaller difference is invisible. */
const inkContrast = 32;
const TOO_MANY_PIXELS = 'This photo has too many pixels. Send a smaller one.';
const bounded = createBounded(WORK.images);

/** The message is a sentence for the person who sent the image. */
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused';
}

interface DrawOptions {
  fitPixels?: number | { width: number; height: number } | undefined;
  /** Bytes. A larger image is reduced to fewer colors, and refused if that does not help. */
  largest?: number | undefined;
  /** By default the format that suits the original. */
  as?: 'webp' | 'png' | undefined;
}

export interface PreparedImage {
  readonly content: Buffer;
  readonly mediaType: 'image/jpeg' | 'image/png' | 'image/webp';
  readonly width: number;
  readonly height: number;
}

/**
 * Re-encodes an image: upright, at most `fitPixels` wide and high, only the first frame of an animation, and without
 * anything else in the file, above all the location where it was taken.
 *
 * A function that reads the original is called only when its turn comes, so that queued work takes no memory.
 *
 * @throws ImageRefused; Problem 503 when too many wait
 */
export async function prepareImage(
  source: Buffer | (() => Promise<Buffer>),
  options: DrawOptions = {},
): Promise<PreparedImage> {
  return bounded(async () => redrawn(typeof source === 'function' ? await source() : source, options));
}

async function redrawn(
  original: Buffer,
  { fitPixels = longestSide, largest = Infinity, as }: DrawOptions,
): Promise<PreparedImage> {
  const mediaType = await sniff(original);
  if (!mediaType.startsWith('image/'))
    throw new ImageRefused(`This file is not a photo. Send ${ACCEPTED_FILES.photos.what}.`);
  // A large native library, loaded when the first image comes.
  const { default: sharp } = await import('sharp');
  // Uploads are rare and memory is limited.
  sharp.cache(false);
  sharp.concurrency(1);
  const box = typeof fitPixels === 'number' ? { width: fitPixels, height: fitPixels } : fitPixels;
  const isHeic = mediaType === 'image/heic' || mediaType === 'image/heif';
  try {
    const image = sharp(original, { limitInputPixels: pixelLimit, failOn: 'error' });
    // Only the header: an image that is too large is not decoded.
    const { width, height, pages = 1 } = await image.metadata();
    const isHeavy = isHeic || mediaType === 'image/avif';
    if (width * height > (isHeavy ? heavyPixelLimit : pixelLimit)) throw new ImageRefused(TOO_MANY_PIXELS);
    if (pages > frameLimit) throw new ImageRefused('This picture moves for too long. Send one with fewer frames.');
    image
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: WORK.images.seconds });
    if (as === 'webp' || mediaType === 'image/webp') image.webp({ quality: 85 });
    else if (as === 'png' || mediaType === 'image/png' || mediaType === 'image/apng' || mediaType === 'image/gif')
      image.png();
    else image.jpeg({ quality: 85 });
    let { data, info } = await image.toBuffer({ resolveWithObject: true });
    if (data.length > largest) {
      if (info.format === 'png') image.png({ palette: true });
      else image.jpeg({ quality: 60 });
      ({ data, info } = await image.toBuffer({ resolveWithObject: true }));
      if (data.length > largest)
        throw new ImageRefused(
          `This picture has too much detail for ${Math.round(largest / 1000)} kB. Use a simpler one.`,
        );
    }
    return {
      content: data,
      mediaType: `image/${info.format as 'jpeg' | 'png' | 'webp'}`,
      width: info.width,
      height: info.height,
    };
  } catch (error) {
    if (error instanceof ImageRefused) throw error;
    const { message } = error as Error;
    if (/timeout/i.test(message)) throw new ImageRefused('This photo takes too long to read. Send a smaller one.');
    if (/exceeds pixel limit/i.test(message)) throw new ImageRefused(TOO_MANY_PIXELS);
    // Prebuilt libraries lack a HEIC decoder.
    if (isHeic)
      throw new ImageRefused(
        'This photo is in the HEIC format, which cannot be read here. Save it as JPEG and send it again.',
      );
    throw new ImageRefused('This photo is damaged and cannot be read.');
  }
}

/**
 * Whether someone drew something: an image that is all one color or fully transparent is empty.
 *
 * @throws ImageRefused if it is not a readable PNG; Problem 503
 */
export async function hasInk(png: Buffer): Promise<boolean> {
  return bounded(async () => {
    if ((await sniff(png)) !== 'image/png') throw new ImageRefused('This signature is not a PNG image. Draw it again.');
    const { default: sharp } = await import('sharp');
    let pixels: Buffer;
    try {
      pixels = await sharp(png, { limitInputPixels: signaturePixelLimit, failOn: 'error' })
        .resize({ width: 600, height: 600, fit: 'inside', withoutEnlargement: true })
        .toColourspace('srgb')
        .ensureAlpha()
        .timeout({ seconds: WORK.images.seconds })
        .raw()
        .toBuffer();
    } catch {
      throw new ImageRefused('This signature cannot be read. Draw it again.');
    }
    // As it will look on white paper: white on a transparent background is not ink.
    return differs(
      pixels,
      (at) => 255 - (pixels[at + 3]! * (255 - Math.min(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!))) / 255,
    );
  });
}

/** Whether a value of the pixels, four bytes each, varies visibly. */
function differs(pixels: Buffer, value: (at: number) => number): boolean {
  let [least, most] = [255, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const one = value(at);
    if (one < least) least = one;
    if (one > most) most = one;
  }
  return most - least >= inkContrast;
}

import { ACCEPTED_FILES, EMPTY_FILE, refusedFile } from '#src/machines/file/accepted-files.ts';
import type { Accepted, AcceptedFiles } from '#src/machines/file/accepted-files.ts';
import { createBounded } from '#src/api/http/bounded.ts';
import { WORK } from '#src/api/http/ceilings.ts';
import { nameByContent } from './files.ts';
import { ImageRefused, prepareImage } from './images.ts';
import type { StoredUpload } from '#src/api/http/multipart.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { PdfRefused, checkPdf } from './pdf-check.ts';
import { problem } from '#src/api/http/problem.ts';

/** A re-encoded photo may be larger than the original. */
const MAXIMUM_BYTES = 100 * 1024 * 1024;
export const PREVIEW_PIXELS = 1600;
/** Images are read into memory. */
const bounded = createBounded(WORK.images);

/** How a call treats the files of one part. */
export interface FileRule {
  accepts: Accepted;
  /** The maximum width and height of a picture. */
  fitPixels?: number | { width: number; height: number };
  /** Its maximum size then, in bytes. */
  largest?: number;
  /** The format of a picture; by default the one that suits the original. */
  as?: 'png';
  /** The picture is shown inside a page, so a smaller version is stored with it. */
  hasPreview?: boolean;
}

/**
 * The only way in for files from others: a file is refused unless its content is of a type that the call accepts.
 * Pictures are re-encoded, so they lose all metadata, above all the location where they were taken; a PDF must open.
 * The stored name gets the extension of the content.
 *
 * @throws Problem 422 that names the field, 503 when too many wait
 */
export async function admit(
  parts: Pick<ApiParts, 'files'>,
  file: StoredUpload,
  rule: FileRule & { maximum?: number },
): Promise<void> {
  const severalMay = (rule.maximum ?? 1) > 1;
  const { types } = ACCEPTED_FILES[rule.accepts] as AcceptedFiles;
  try {
    if (file.size === 0) throw new ImageRefused(EMPTY_FILE);
    if (!types.includes(file.mediaType)) throw new ImageRefused(refusedFile(file.name, rule.accepts));
    if (file.mediaType === 'application/pdf') await bounded(async () => checkPdf(await parts.files.readAll(file.key)));
    if (file.mediaType.startsWith('image/')) await redraw(parts, file, rule);
    file.name = nameByContent(file.name, file.mediaType);
  } catch (error) {
    if (error instanceof ImageRefused || error instanceof PdfRefused) {
      // With several files, the message must say which one.
      const message =
        severalMay && !error.message.includes(file.name) ? `File ${file.name}: ${error.message}` : error.message;
      throw problem(422, message, { errors: [{ field: file.field, message }] });
    }
    throw error;
  }
}

async function redraw(
  parts: Pick<ApiParts, 'files'>,
  file: StoredUpload,
  { fitPixels, largest, as, hasPreview }: FileRule,
): Promise<void> {
  const { content, width, height } = await prepareImage(() => parts.files.readAll(file.key), {
    fitPixels,
    largest,
    as,
  });
  const original = file.key;
  Object.assign(file, await parts.files.put(content, { maximumBytes: MAXIMUM_BYTES }), { pixels: { width, height } });
  await parts.files.remove(original);
  if (hasPreview) await keepPreview(parts, file.key, content);
}

/** Creates the smaller version that pages show. @throws ImageRefused */
export async function keepPreview(
  parts: Pick<ApiParts, 'files'>,
  key: string,
  original: Buffer | (() => Promise<Buffer>),
): Promise<void> {
  const { content } = await prepareImage(original, { fitPixels: PREVIEW_PIXELS, as: 'webp' });
  await parts.files.putPreview(key, content);
}

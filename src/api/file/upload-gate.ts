import { ACCEPTED_FILES, refusedFile } from '#src/machines/file/accepted-files.ts';
import type { Accepted, AcceptedFiles } from '#src/machines/file/accepted-files.ts';
import { createBounded } from '#src/api/http/bounded.ts';
import { WORK } from '#src/api/http/ceilings.ts';
import { nameByContent } from './files.ts';
import { ImageRefused, prepareImage } from './images.ts';
import type { StoredUpload } from '#src/api/http/multipart.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { PdfRefused, checkPdf } from './pdf-check.ts';
import { problem } from '#src/api/http/problem.ts';

/** A photo drawn anew may be larger than it came. */
const MAXIMUM_BYTES = 100 * 1024 * 1024;
export const PREVIEW_PIXELS = 1600;
/** They are read whole. */
const bounded = createBounded(WORK.images);

/** What a call does with the files of one part. */
export interface FileRule {
  accepts: Accepted;
  /** A picture is made at most so wide and high. */
  fitPixels?: number | { width: number; height: number };
  /** What it may weigh then, in bytes. */
  largest?: number;
  /** What a picture is made into; by default what suits how it came. */
  as?: 'png';
  /** A picture is shown inside a page, so a smaller one is kept beside it. */
  hasPreview?: boolean;
}

/**
 * The one way in for files of others: what is not known by its content as something that the call takes is refused.
 * Pictures are drawn anew, so they lose whatever else was in them, above all the place where they were taken; a PDF
 * must open. The name that is kept ends as the content says.
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
    if (!types.includes(file.mediaType)) throw new ImageRefused(refusedFile(file.name, rule.accepts));
    if (file.mediaType === 'application/pdf') await bounded(async () => checkPdf(await parts.files.readAll(file.key)));
    if (file.mediaType.startsWith('image/')) await redraw(parts, file, rule);
    file.name = nameByContent(file.name, file.mediaType);
  } catch (error) {
    if (error instanceof ImageRefused || error instanceof PdfRefused) {
      // Of several it must be said which.
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

/** Makes the smaller picture that pages show. @throws ImageRefused */
export async function keepPreview(
  parts: Pick<ApiParts, 'files'>,
  key: string,
  original: Buffer | (() => Promise<Buffer>),
): Promise<void> {
  const { content } = await prepareImage(original, { fitPixels: PREVIEW_PIXELS, as: 'webp' });
  await parts.files.putPreview(key, content);
}

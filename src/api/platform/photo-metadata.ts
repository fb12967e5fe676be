import { ImageRefused, prepareImage } from './images.ts';
import type { StoredUpload } from './multipart.ts';
import type { ApiParts } from './parts.ts';
import { problem } from './problem.ts';

/** A photo drawn anew may be larger than it came. */
const MAXIMUM_BYTES = 100 * 1024 * 1024;
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/heic']);

/**
 * Photos lose their metadata, above all the place where they were taken, before anybody can download them.
 * @throws Problem 422 where one cannot be read; `field` names it, by default by its file's name
 */
export async function withoutMetadata(parts: ApiParts, files: StoredUpload[], field?: string): Promise<void> {
  for (const file of files) {
    if (!IMAGES.has(file.mediaType)) continue;
    const prepared = await prepareImage(await parts.files.readAll(file.key)).catch((error: unknown) => {
      const sentence = error instanceof ImageRefused ? error.message : 'This picture could not be read.';
      throw problem(422, sentence, { errors: [{ field: field ?? file.name, message: sentence }] });
    });
    const stored = await parts.files.put(prepared.content, { maximumBytes: MAXIMUM_BYTES });
    await parts.files.remove(file.key);
    Object.assign(file, stored);
  }
}

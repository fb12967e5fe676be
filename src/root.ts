import { dirname } from 'node:path';
import { findPackageJSON } from 'node:module';

/**
 * The folder of `package.json`, under which the product's own files stand. A file's own place says nothing: in the built
 * server it is another one.
 */
export const root = dirname(findPackageJSON(import.meta.url)!);

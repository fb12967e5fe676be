import { dirname } from 'node:path';
import { findPackageJSON } from 'node:module';

/**
 * The folder of `package.json`, which contains the product's own files. A module's own path does not help: it differs
 * in the built server.
 */
export const root = dirname(findPackageJSON(import.meta.url)!);

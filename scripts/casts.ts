/**
 * `as never` and `as unknown as` disable type checking where they are used, so that later mistakes go unnoticed. Part
 * of `npm run validate`; prints those beyond the few known ones, one per line.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './inputs.ts';

/** How many casts a file may have, and why. Remove entries that a better type makes unnecessary; add none. */
const KNOWN: Readonly<Record<string, { casts: number; why: string }>> = {
  'src/machines/lifecycle.ts': { casts: 1, why: 'XState cannot type a machine that is any machine.' },
  'src/api/http/multipart.ts': { casts: 1, why: 'A form without files never asks for the store.' },
  'src/views/ui/mutate.ts': { casts: 1, why: 'Apollo cannot type variables of any mutation.' },
};

const found = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.startsWith('src/generated/') && !/\.test\.tsx?$/.test(path))
  .flatMap((path) => {
    const lines = readFileSync(join(root, path), 'utf8').split('\n');
    const casts = lines.flatMap((line, index) =>
      Array.from(line.matchAll(/\bas (?:never|unknown as)\b/g), () => `${path}:${index + 1}: ${line.trim()}`),
    );
    return casts.length > (KNOWN[path]?.casts ?? 0) ? casts : [];
  });
if (found.length > 0) console.log(`Give these their right types:\n${found.join('\n')}`);
process.exitCode = found.length > 0 ? 1 : 0;

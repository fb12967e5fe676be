import { readdirSync } from 'node:fs';
import type { Surface } from '../run/driver.ts';

/** Models that can be driven through a surface: each has a file `MODEL.SURFACE.ts` here, which exports `driver`. */
export function drivenThrough(surface: Surface): string[] {
  const ending = `.${surface}.ts`;
  return readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .toSorted();
}

/** Vite's manifest: maps sources, or `_name` for a shared chunk, to built files. */
export type Manifest = Record<
  string,
  { file: string; imports?: string[]; dynamicImports?: string[]; css?: string[]; assets?: string[] }
>;

/**
 * The scripts and styles that loading `source` loads: its own, and those of all its static imports.
 *
 * @throws if the manifest lacks the source: it was renamed, or no longer has its own chunk
 */
export function closure(manifest: Manifest, source: string): Set<string> {
  if (!manifest[source]) throw new Error(`The bundle has no chunk for ${source}.`);
  const files = new Set<string>();
  const seen = new Set<string>();
  const waiting = [source];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) continue;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) if (/\.(js|css)$/.test(file)) files.add(file);
    waiting.push(...(chunk.imports ?? []));
  }
  return files;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchPath, type Route, routes } from '#src/machines/session/routes.ts';

/** The part of Vite's manifest used here: maps sources, or `_name` for a shared chunk, to built files. */
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

/** Rendered with the first stylesheet alone; see scripts/split-styles.ts. */
const FIRST_SCREENS = new Set(['auth/login', 'agent-portal/leads']);
const LATER_STYLES = 'src/views/ui/later-styles.ts';

/** What a page needs in its head besides the first stylesheet for complete styling. */
export function laterStyles(folder: string): string {
  const files = filesOf(readManifest(folder), [LATER_STYLES]);
  return [...files]
    .filter((file) => file.endsWith('.css'))
    .map(linkTo)
    .join('');
}

/**
 * Preload tags for the scripts and styles of the screen at a URL: without them the browser would discover each only
 * after running the previous one, and content already rendered would be unstyled. Guests get the sign-in page in place
 * of a portal.
 */
export function createPreloads(folder: string, page: string): (url: string, isGuest: boolean) => string {
  const manifest = readManifest(folder);
  const sources = Object.keys(manifest);
  const texts = new Map<string, { isOpen: boolean; links: string }>(
    routes.flatMap((route) => {
      if (!('screen' in route)) return [];
      const isOpen = typeof route.who === 'string';
      const wanted = [
        ...sources.filter((source) => shows(route, source)),
        ...(isOpen ? [] : ['src/app/data-provider.tsx']),
        ...(FIRST_SCREENS.has(`${route.portal}/${route.screen}`) ? [] : [LATER_STYLES]),
      ];
      const files = [...filesOf(manifest, wanted)].filter((file) => !page.includes(file));
      const links = files.map(linkTo).join('');
      return [[route.path, { isOpen, links }]];
    }),
  );
  return (url, isGuest) => {
    const [path = ''] = url.split('?', 1);
    const route = routes.find((one) => matchPath(one.path, path));
    const { isOpen = false, links = '' } = texts.get(route?.path ?? '') ?? {};
    return isOpen || !isGuest ? links : '';
  };
}

/** Whether a source is what a route shows: its portal, its screen, or the view of it, in whatever folder of the portal. */
function shows({ portal, screen, params }: Omit<Route, 'path'>, source: string): boolean {
  const [, folder, name = ''] = /^src\/views\/pages\/([^/]+)\/(?:.*\/)?([^/]+)\.tsx$/.exec(source) ?? [];
  if (folder !== portal) return false;
  const door = portal === 'auth' && screen !== 'login' ? 'doors' : screen;
  return [portal, door, `${door}-page`, `${door}-screen`, `${params?.view}-view`].includes(name);
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;

const linkTo = (file: string): string =>
  `<link rel="${file.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" crossorigin href="/${file}">`;

/** All files that loading these sources loads; a source without its own chunk is part of another. */
function filesOf(manifest: Manifest, sources: string[]): Set<string> {
  const files = new Set<string>();
  const waiting = [...sources];
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) continue;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    waiting.push(...(chunk.imports ?? []));
  }
  return files;
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonScript } from './html.ts';

const STYLESHEET = /<link rel="stylesheet" crossorigin href="(\/assets\/[^"]+)">/g;
const MODULE =
  /\s*<(?:script type="module" crossorigin src|link rel="modulepreload" crossorigin href)="([^"]+)">(?:<\/script>)?/g;

/** Loads the modules after the first paint; in a page that nobody sees, where nothing is painted, at once. */
const LOADER = `(() => {
  const { run, preload } = JSON.parse(document.getElementById('modules').textContent);
  const add = (tag, attributes) => document.head.append(Object.assign(document.createElement(tag), attributes));
  const load = () => {
    for (const src of run) add('script', { type: 'module', crossOrigin: '', src });
    for (const href of preload) add('link', { rel: 'modulepreload', crossOrigin: '', href });
  };
  if (document.hidden) load();
  else requestAnimationFrame(() => setTimeout(load));
})();`;

export interface Painted {
  page: string;
  /** What the content security policy has to allow of it. */
  scripts: string[];
  styles: string[];
}

/**
 * Makes a page whose content is visible without scripts independent of everything else: its styles are part of it, so
 * it is painted as soon as it has arrived, without another round trip, and its scripts are requested once it has been,
 * so that they do not compete for bandwidth.
 *
 * @param folder of the built application
 */
export function createPaintFirst(folder: string): (page: string) => Painted {
  const known = new Map<string, string>();
  const styleAt = (href: string): string => {
    const style = known.get(href) ?? readFileSync(join(folder, href), 'utf8').trim();
    known.set(href, style);
    return style;
  };
  return (page) => {
    const modules = { run: [] as string[], preload: [] as string[] };
    const styles: string[] = [];
    const styled = page.replaceAll(STYLESHEET, (link, href: string) => {
      const style = styleAt(href);
      styles.push(sourceOf(style));
      // A link of this type is not requested; it keeps the application from adding the stylesheet once more.
      return `<style>${style}</style>${link.replace('>', ' type="text/plain">')}`;
    });
    const still = styled.replaceAll(MODULE, (tag, src: string) => {
      modules[tag.includes('modulepreload') ? 'preload' : 'run'].push(src);
      return '';
    });
    const loader = `${jsonScript(modules, { type: 'application/json', id: 'modules' }).text}<script>${LOADER}</script>`;
    return {
      page: still.replace('</body>', () => `${loader}</body>`),
      scripts: [sourceOf(LOADER)],
      styles,
    };
  };
}

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

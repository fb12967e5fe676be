import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonScript } from './html.ts';

const STYLESHEET = /<link rel="stylesheet" crossorigin href="(\/assets\/[^"]+)">/g;
const MODULE =
  /\s*<(?:script type="module" crossorigin src|link rel="modulepreload" crossorigin href)="([^"]+)">(?:<\/script>)?/g;

/**
 * Loads the modules after the first paint, a few per task, because a slow phone takes 5 ms for each; in a page that
 * nobody sees, where nothing is painted, at once. A button that is pressed meanwhile is pressed again as soon as the
 * application has taken over. What was rendered is hidden if the tab remembers something else
 * (views/ui/unless-kept.tsx).
 */
const LOADER = `(() => {
  const { run, preload } = JSON.parse(document.getElementById('modules').textContent);
  const wanted = [
    ...run.map((src) => ['script', { type: 'module', src }]),
    ...preload.map((href) => ['link', { rel: 'modulepreload', href }]),
  ];
  const load = () => {
    for (const [tag, attributes] of wanted.splice(0, document.hidden ? wanted.length : 5))
      document.head.append(Object.assign(document.createElement(tag), { crossOrigin: '', ...attributes }));
    if (wanted.length > 0) setTimeout(load);
  };
  if (document.hidden) load();
  else requestAnimationFrame(() => setTimeout(load));
  const drawn = document.getElementById('first-paint');
  const buttonsIn = (part) => [...part.querySelectorAll('button')];
  let pressed = null;
  drawn.addEventListener('click', ({ target }) => {
    pressed = target.closest('button') ?? pressed;
    if (pressed) pressed.style.opacity = 0.6;
  });
  new MutationObserver((_, observer) => {
    if (drawn.isConnected) return;
    observer.disconnect();
    const again = pressed && buttonsIn(document.getElementById('root'))[buttonsIn(drawn).indexOf(pressed)];
    if (again?.textContent === pressed?.textContent) again?.click();
  }).observe(document.body, { childList: true });
  for (const { dataset } of drawn.querySelectorAll('[data-unless-kept]'))
    if (dataset.unlessKept in sessionStorage) drawn.hidden = true;
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
    const own = ownStyles(page);
    const modules = { run: [] as string[], preload: [] as string[] };
    const styles: string[] = [];
    const styled = own.page.replaceAll(STYLESHEET, (link, href: string) => {
      const style = styleAt(href);
      styles.push(sourceOf(style));
      // A link of this type is not requested; it keeps the application from adding the stylesheet once more.
      return `<style>${style}</style>${link.replace('>', ' type="text/plain">')}`;
    });
    if (own.style) styles.push(sourceOf(own.style));
    const still = styled.replaceAll(MODULE, (tag, src: string) => {
      modules[tag.includes('modulepreload') ? 'preload' : 'run'].push(src);
      return '';
    });
    const loader = `${jsonScript(modules, { type: 'application/json', id: 'modules' }).text}<script>${LOADER}</script>`;
    return {
      page: still
        .replace('</head>', () => (own.style ? `<style>${own.style}</style></head>` : '</head>'))
        .replace('</body>', () => `${loader}</body>`),
      scripts: [sourceOf(LOADER)],
      styles,
    };
  };
}

/** The content security policy allows a style element by its hash, but no style attribute. */
function ownStyles(page: string): { page: string; style: string } {
  const known: string[] = [];
  const named = page.replaceAll(/ style="([^"{}<]*)"/g, (_, escaped: string) => {
    const style = escaped.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
    const index = known.includes(style) ? known.indexOf(style) : known.push(style) - 1;
    return ` data-style="${index}"`;
  });
  return { page: named, style: known.map((style, index) => `[data-style="${index}"]{${style}}`).join('') };
}

const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

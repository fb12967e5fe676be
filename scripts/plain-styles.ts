import type { Plugin } from 'vite';

/**
 * What Tailwind writes for browsers that we do not support, or redundantly: initial values of its variables for those
 * without `@property` (before Firefox 128 and Safari 16.4), and mixed colors whose constant fallback before them is
 * equivalent, because the theme is always light.
 */
const LEFT_OUT = [/@layer properties\s*\{\s*@supports/, /@supports \(color:\s*color-mix\(in lab, red, red\)\)/];

export const plainStyles = (): Plugin => ({
  name: 'plain-styles',
  generateBundle(_, bundle) {
    for (const asset of Object.values(bundle)) {
      if (asset.type === 'asset' && asset.fileName.endsWith('.css'))
        asset.source = LEFT_OUT.reduce(withoutBlocks, String(asset.source));
    }
  },
});

/** Removes every block that begins like this, up to its closing brace. */
function withoutBlocks(css: string, beginning: RegExp): string {
  let rest = css;
  for (let found = beginning.exec(rest); found; found = beginning.exec(rest)) {
    let depth = 0;
    let end = rest.indexOf('{', found.index);
    do {
      if (rest[end] === '{') depth += 1;
      if (rest[end] === '}') depth -= 1;
      end += 1;
    } while (depth > 0);
    rest = rest.slice(0, found.index) + rest.slice(end);
  }
  return rest;
}

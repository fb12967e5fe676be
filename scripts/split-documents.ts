import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const GENERATED = '#src/generated/graphql/graphql.ts';
const QUERY = '?document=';
const imports = /import \{([^}]*)\} from '#src\/generated\/graphql\/graphql\.ts';/g;

/**
 * All GraphQL documents are generated into one module, which would be sent in full to the first page that needs one of
 * them. This makes each a separate module, so that a dialog's mutation is loaded with the dialog.
 */
export function splitDocuments(file: string): Plugin {
  const prefix = '\0document:';
  return {
    name: 'split-documents',
    enforce: 'pre',
    // An alias may have replaced the name with a path by now. An import missed here loads the whole file, parsed once
    // per document, which takes gigabytes.
    resolveId(source) {
      const at = source.indexOf(QUERY);
      return at === -1 ? null : prefix + source.slice(at + QUERY.length);
    },
    load(id) {
      if (!id.startsWith(prefix)) return null;
      this.addWatchFile(file);
      const name = id.slice(prefix.length);
      const found = new RegExp(`^export const ${name} = (\\{.*\\}) as unknown as `, 'm').exec(
        readFileSync(file, 'utf8'),
      );
      if (!found) this.error(`There is no document ${name} in ${file}.`);
      return `export const ${name} = ${found[1]!};`;
    },
    transform(code, id) {
      if (!/\.tsx?$/.test(id) || !code.includes(GENERATED)) return null;
      const split = code.replace(imports, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name && !name.startsWith('type '))
          .map((name) => `import { ${name} } from '${GENERATED}${QUERY}${name}';`)
          .join(' '),
      );
      return { code: split, map: null };
    },
  };
}

import type { Plugin } from 'vite';

const FROM_INDEX = /import \{([^}]+)\} from '(@heroicons\/react\/24\/outline)';/g;

/**
 * Imports every icon from its own file. Through the package's index, every icon would seem to be used wherever one is,
 * and scripts/page-chunks.ts could not determine which pages need it.
 */
export const oneIconEach = (): Plugin => ({
  name: 'one-icon-each',
  enforce: 'pre',
  transform: {
    filter: { id: /\/src\/.*\.tsx?$/, code: /@heroicons/ },
    handler: (code) =>
      code.replace(FROM_INDEX, (_, names: string, index: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .map((name) => {
            const [icon, local = icon] = name.split(' as ');
            return `import ${local} from '${index}/${icon}';`;
          })
          .join(''),
      ),
  },
});

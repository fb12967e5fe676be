import { expect, test } from 'vitest';
import { closure, type Manifest } from './manifest.ts';

const manifest: Manifest = {
  'index.html': { file: 'index.js', imports: ['_react'], dynamicImports: ['list.tsx'], css: ['index.css'] },
  'list.tsx': { file: 'list.js', imports: ['_react', '_table'] },
  _react: { file: 'react.js' },
  _table: { file: 'table.js', imports: ['_react', 'list.tsx'] },
};

test('a page loads what it imports, through shared chunks and once, but not what it may load later', () => {
  expect(closure(manifest, 'index.html')).toEqual(new Set(['index.js', 'index.css', 'react.js']));
  expect(closure(manifest, 'list.tsx')).toEqual(new Set(['list.js', 'table.js', 'react.js']));
});

test('a page that is no chunk is an error, not a page of no size', () => {
  expect(() => closure(manifest, 'gone.tsx')).toThrow('no chunk for gone.tsx');
});

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { showLimit, tooLargeFile } from '#src/machines/file/accepted-files.ts';
import { FileDrop } from './file-drop.tsx';

const textOf = (accepts: 'papers' | 'documents' | 'logos' | 'tables', multiple: boolean) =>
  renderToStaticMarkup(
    <FileDrop accepts={accepts} multiple={multiple} onFiles={() => {}}>
      Choose
    </FileDrop>,
  ).replaceAll(/<[^>]*>/g, '');

test.each([
  ['papers', false, 'ChooseUp to 25 MB'],
  ['documents', true, 'ChooseUp to 25 MB each'],
  ['logos', false, 'ChooseUp to 5 MB'],
  ['tables', false, 'ChooseUp to 5 MB'],
] as const)('for %s it says how large a file may be before one is chosen', (accepts, multiple, text) => {
  expect(textOf(accepts, multiple)).toBe(text);
});

test('limits are shown in the unit in which they are round', () => {
  expect([showLimit(200_000), showLimit(15 * 1_048_576)]).toEqual(['200 kB', '15 MB']);
  expect(tooLargeFile('a.pdf', 25 * 1_048_576)).toBe('The file a.pdf is too large. Send one of up to 25 MB.');
});

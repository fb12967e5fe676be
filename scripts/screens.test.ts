import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeBetween, contactSheet } from './screens.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'screens-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function picture(name: string, width: number, dot: boolean): Promise<string> {
  const file = join(folder, name);
  const spot = await sharp({ create: { width: 5, height: 10, channels: 3, background: '#c00' } })
    .png()
    .toBuffer();
  await sharp({ create: { width, height: 10, channels: 3, background: '#fff' } })
    .composite(dot ? [{ input: spot, left: 0, top: 0 }] : [])
    .png()
    .toFile(file);
  return file;
}

test('what changed is the share of pixels that differ; another size is another picture', async () => {
  const [plain, dotted, wide] = [
    await picture('plain.png', 10, false),
    await picture('dotted.png', 10, true),
    await picture('wide.png', 20, false),
  ];
  expect(await changeBetween(plain, plain)).toBe(0);
  expect(await changeBetween(plain, dotted)).toBe(0.5);
  expect(await changeBetween(plain, wide)).toBe(1);
});

test('what looks different stands first, with the earlier picture beside it', () => {
  const of = (name: string, width: number, change: number, before: string | null) => ({
    name,
    width,
    file: `/out/${name} ${width}.png`,
    change,
    before,
  });
  const page = contactSheet(
    [
      of('calm', 360, 0, '/old/calm 360.png'),
      of('moved', 1280, 0.25, '/old/moved 1280.png'),
      of('moved', 360, 0, '/old/moved 360.png'),
      of('<new>', 360, 1, null),
    ],
    '/out',
    true,
  );
  expect(page).toContain('<h1>3 screens, 2 look different</h1>');
  expect([...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, name]) => name)).toEqual(['&lt;new>', 'moved', 'calm']);
  expect([...page.matchAll(/src="(.*?)"/g)].map(([, source]) => source)).toEqual([
    '<new> 360.png'.replace('<', '&lt;'),
    'moved 360.png',
    '../old/moved 1280.png',
    'moved 1280.png',
    'calm 360.png',
  ]);
  expect(page).toContain('1280 px, 25.00% different');
});

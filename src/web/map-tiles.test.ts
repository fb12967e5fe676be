import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttp } from '#src/api/http/http.ts';
import { type MapSource, tilesIn } from './map-tiles.ts';
import { registerWeb } from './web.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tiles-'));
  await mkdir(join(folder, 'dist/assets'), { recursive: true });
  await mkdir(join(folder, 'dist/.vite'));
  await writeFile(join(folder, 'dist/.vite/manifest.json'), '{}');
  await writeFile(join(folder, 'dist/drawn-pages.json'), '{}');
  await mkdir(join(folder, 'map'));
  await writeFile(join(folder, 'dist/index.html'), '<html lang="en-US"><head></head><body></body></html>');
  await writeFile(join(folder, 'map/tiles.pmtiles'), 'PMTiles and more');
  await writeFile(join(folder, 'map/other.txt'), 'not for the web');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function served(map: MapSource | null) {
  const app = createHttp(false);
  const nowhere = () => 'http://127.0.0.1:9';
  await registerWeb(app, {
    folder: join(folder, 'dist'),
    publicUrl: nowhere,
    restUrl: nowhere,
    sessionSecret: null,
    hasStripe: false,
    map,
    demo: null,
  });
  return app;
}
const policyOf = (headers: Record<string, unknown>) =>
  /connect-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];

test('tiles in the data folder are served in parts, and nothing beside them; browsers ask nobody else', async () => {
  expect(await tilesIn(join(folder, 'nowhere'))).toBeNull();
  const app = await served(await tilesIn(folder));
  const part = await app.inject({ url: '/map/tiles.pmtiles', headers: { range: 'bytes=0-6' } });
  expect([part.statusCode, part.body]).toEqual([206, 'PMTiles']);
  expect((await app.inject('/map/other.txt')).body).not.toContain('not for the web');
  const page = await app.inject('/privacy-policy');
  expect(page.body).toContain('data-map-style="/map/tiles.pmtiles"');
  expect(policyOf(page.headers)).toBe("'self' ws://127.0.0.1:9");
  await app.close();
});

test('a style somewhere else opens the policy for its origins, and without streets it is closed', async () => {
  const app = await served({ style: 'https://maps.example/s.json?a="b', origins: ['https://maps.example'] });
  const page = await app.inject('/privacy-policy');
  expect(page.body).toContain('data-map-style="https://maps.example/s.json?a=&quot;b"');
  expect(policyOf(page.headers)).toBe("'self' ws://127.0.0.1:9 https://maps.example");
  await app.close();
  const plain = await served(null);
  const bare = await plain.inject('/privacy-policy');
  expect(bare.body).not.toContain('data-map-style');
  expect(policyOf(bare.headers)).toBe("'self' ws://127.0.0.1:9");
  await plain.close();
});

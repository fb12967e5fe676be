import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { root } from '#src/root.ts';

const ICONS = [
  { file: 'icon-192.png', sizes: '192x192', purpose: 'any' },
  { file: 'icon-512.png', sizes: '512x512', purpose: 'any' },
  { file: 'icon-maskable-512.png', sizes: '512x512', purpose: 'maskable' },
] as const;

/** The carrier's portal is below this path: only that is an app, and its service worker handles nothing else. */
const SCOPE = '/load-board/';

const MANIFEST = {
  id: SCOPE,
  name: 'Load board',
  short_name: 'Load board',
  description: 'Loads to bid on, and your jobs.',
  start_url: `${SCOPE}leads/available`,
  scope: SCOPE,
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: '#187a47',
  lang: 'en-US',
  icons: ICONS.map(({ file, ...icon }) => ({ src: SCOPE + file, type: 'image/png', ...icon })),
  shortcuts: [{ name: 'Open jobs', url: `${SCOPE}leads/open` }],
};

/** Makes the carrier's portal installable on a phone: its manifest (W3C), its icons, and its service worker. */
export function registerBoardApp(app: FastifyInstance, folder: string): void {
  app.get(`${SCOPE}app.webmanifest`, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('application/manifest+json').send(MANIFEST),
  );
  for (const { file } of ICONS) {
    const icon = readFileSync(join(root, 'src/web/board-app', file));
    app.get(SCOPE + file, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type('image/png').send(icon),
    );
  }
  const path = join(folder, 'board-worker.js');
  if (!existsSync(path)) return;
  const worker = readFileSync(path, 'utf8');
  app.get(`${SCOPE}worker.js`, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', "default-src 'none'; connect-src 'self'")
      .type('text/javascript; charset=utf-8')
      .send(worker),
  );
}

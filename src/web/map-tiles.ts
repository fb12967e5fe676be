import { access } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { MapConfiguration } from '#src/api/configuration/configuration.ts';

/** Streets for the maps: an external style, or a folder with our own tiles. */
export type MapSource = MapConfiguration | { readonly folder: string };

const FILE = 'tiles.pmtiles';

/** The tiles that an operator put in the data folder; null if there are none. */
export async function tilesIn(dataDir: string): Promise<MapSource | null> {
  const folder = join(dataDir, 'map');
  return access(join(folder, FILE)).then(
    () => ({ folder }),
    () => null,
  );
}

/** Where the browser finds the style, or the tiles. */
export const addressOf = (map: MapSource): string => ('folder' in map ? `/map/${FILE}` : map.style);

/** Browsers request ranges of the file (RFC 9110, 14), never all of it. */
export async function registerTiles(app: FastifyInstance, map: MapSource | null): Promise<void> {
  if (map === null || !('folder' in map)) return;
  await app.register(fastifyStatic, {
    root: map.folder,
    prefix: '/map/',
    decorateReply: false,
    index: false,
    allowedPath: (path) => path === `/${FILE}`,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=86400'),
  });
}

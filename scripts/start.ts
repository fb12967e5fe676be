/** `npm start`: makes what is stale, then becomes the server, in this process so that signals reach it. */
import { build } from './build.ts';

await build();
await import('#src/server.ts');

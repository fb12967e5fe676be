/** A PostgreSQL at a TCP port, for what runs without the embedded one: `node serve-database.ts FOLDER PORT`. */
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#src/embedded-database/embedded-postgres.ts';

const [folder, port] = process.argv.slice(2);
const server = await startEmbeddedPostgres({ dataDir: folder!, durable: false });
const doors = createServer((client) => {
  const upstream = connect(join(server.connection.host, '.s.PGSQL.5432'));
  client.pipe(upstream).pipe(client);
  client.on('error', () => upstream.destroy());
  upstream.on('error', () => client.destroy());
});
doors.listen(Number(port), '127.0.0.1', () =>
  console.log(`postgresql://${server.connection.user}@127.0.0.1:${port}/postgres`),
);
process.once('SIGTERM', () => void server.stop().finally(() => process.exit(0)));

/**
 * The product as deployed: two nodes behind the documented Caddyfile with TLS, PostgreSQL behind PgBouncer, a bucket, a
 * mail server, no demo. From the setup code to a paid lead, with one node killed on the way, and a backup that works.
 * Run by hand with `node tests/production/run.ts`: it needs Caddy and PgBouncer, which npm does not provide.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#tests/limits/killable-server.ts';

const root = join(import.meta.dirname, '../..');
const missing = ['caddy', 'pgbouncer'].filter((program) => spawnSync('which', [program]).status !== 0);
if (missing.length > 0) {
  console.error(`Missing: ${missing.join(' and ')} (apt-get install ${missing.join(' ')}).`);
  process.exit(2);
}

const folder = await mkdtemp(join(tmpdir(), 'production-'));
const [site, node1, node2, mailbox] = [await freePort(), await freePort(), await freePort(), await freePort()];
const documented = await readFile(join(root, 'docs/operations/Caddyfile'), 'utf8');
// The tests read emails at the usual address; nothing else is added.
const withMailbox = documented.replace(
  /^(\{\$HOSTNAME_PUBLIC\} \{)$/m,
  `$1\n\thandle /dev/mailbox* {\n\t\treverse_proxy 127.0.0.1:${mailbox}\n\t}`,
);
await writeFile(join(folder, 'Caddyfile'), `{\n\tadmin off\n\thttp_port ${await freePort()}\n}\n${withMailbox}`);

const caddy = spawn('caddy', ['run', '--config', join(folder, 'Caddyfile')], {
  env: {
    ...process.env,
    HOSTNAME_PUBLIC: `https://localhost:${site}`,
    NODES: `127.0.0.1:${node1} 127.0.0.1:${node2}`,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
    HOME: folder,
  },
  stdio: ['ignore', 'ignore', process.env.LOG_CADDY ? 'inherit' : 'ignore'],
});
const authority = join(folder, 'caddy/pki/authorities/local/root.crt');
let status = 1;
try {
  for (let waited = 0; !existsSync(authority) && waited < 20_000; waited += 100) await sleep(100);
  const run = spawn(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/production/vitest.config.ts'],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        NODE_EXTRA_CA_CERTS: authority,
        PRODUCTION: JSON.stringify({ site, nodes: [node1, node2], mailbox, folder }),
      },
    },
  );
  status = await new Promise<number>((resolve) => run.once('exit', (code) => resolve(code ?? 1)));
} finally {
  caddy.kill();
  await rm(folder, { recursive: true, force: true });
}
process.exit(status);

/** `npm run intake-key -- create NAME | list | revoke ID`: keys with which lead providers hand in leads. */
import { existsSync } from 'node:fs';
import { openForCommand } from '#src/api/configuration/command-line.ts';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { newId, newToken, sha256 } from '#src/api/database/ids.ts';
import type { CommandParts } from '#src/api/configuration/command-line.ts';

const HELP = `Keys with which lead providers hand in leads (POST /api/frontend/intake/state-lead).

  npm run intake-key -- create NAME   makes a key and shows it, this once
  npm run intake-key -- list          names, ids, when each was made and last used
  npm run intake-key -- revoke ID     the key opens nothing any more`;

async function create({ database }: CommandParts, name: string): Promise<string> {
  const key = `lk_${newToken()}`;
  const id = newId();
  const made = await database.kysely
    .insertInto('intake_key')
    .values({ id, name, key_hash: sha256(key) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) throw new Error(`There is a key named "${name}" already. Revoke it, or choose another name.`);
  return `Key of ${name} (${id}), shown only now:\n${key}`;
}

async function list({ database }: CommandParts): Promise<string> {
  const keys = await database.kysely.selectFrom('intake_key').selectAll().orderBy('created_at').execute();
  if (keys.length === 0) return 'There are no keys yet.';
  return keys
    .map(({ id, name, created_at, last_used_at, revoked_at }) =>
      [
        id,
        name,
        `made ${created_at}`,
        last_used_at ? `last used ${last_used_at}` : 'never used',
        ...(revoked_at ? [`revoked ${revoked_at}`] : []),
      ].join('\t'),
    )
    .join('\n');
}

async function revoke({ database }: CommandParts, id: string): Promise<string> {
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error('Give the id of the key, as the list shows it.');
  const found = await database.kysely
    .updateTable('intake_key')
    .set({ revoked_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (!found) throw new Error('There is no such key, or it was revoked before.');
  return `The key of ${found.name} is revoked.`;
}

const [command, ...rest] = process.argv.slice(2);
const argument = rest.join(' ').trim();
if (existsSync('.env')) process.loadEnvFile('.env');

if ((command === 'create' && argument) || command === 'list' || (command === 'revoke' && argument)) {
  try {
    const parts = await openForCommand(readConfiguration({ ...process.env, PORT: '0' }));
    try {
      console.log(
        await (command === 'create'
          ? create(parts, argument)
          : command === 'list'
            ? list(parts)
            : revoke(parts, argument)),
      );
    } finally {
      await parts.close();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
} else {
  console.log(HELP);
  if (command && command !== 'help' && command !== '--help') process.exitCode = 1;
}

/** `npm run intake-key -- create NAME | list | revoke ID`: keys with which lead providers submit leads. */
import { withDatabase } from '#src/api/configuration/command-line.ts';
import type { CommandParts } from '#src/api/configuration/command-line.ts';
import { listIntakeKeys, makeIntakeKey, revokeIntakeKey } from '#src/api/state-lead/intake-key.ts';
import { main, Misuse } from './command.ts';
import type { Command } from './command.ts';

const HELP = `Keys for lead providers to send leads (POST /api/frontend/intake/state-lead).

  npm run intake-key -- create NAME   makes a key and shows it, this once
  npm run intake-key -- list          names, ids, when each was made and last used
  npm run intake-key -- revoke ID     the key no longer works`;

async function create({ database }: CommandParts, name: string): Promise<string> {
  const { id, key } = await makeIntakeKey(database.kysely, name, null);
  return `Key of ${name} (${id}), shown only now:\n${key}`;
}

async function list({ database }: CommandParts): Promise<string> {
  const keys = await listIntakeKeys(database.kysely);
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

async function revoke({ database, now }: CommandParts, id: string): Promise<string> {
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Misuse('Give the id of the key, as the list shows it.');
  return `The key of ${await revokeIntakeKey(database.kysely, id, now(), null)} is revoked.`;
}

export const command: Command = {
  help: HELP,
  async run([what, ...rest], { environment, print }) {
    const argument = rest.join(' ').trim();
    const run =
      what === 'create' && argument ? create : what === 'list' ? list : what === 'revoke' && argument ? revoke : null;
    if (!run) throw new Misuse();
    print(await withDatabase(environment, (parts) => run(parts, argument)));
  },
};

if (import.meta.main) await main(command);

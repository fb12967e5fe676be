/** `npm run agents -- invite | list | disable | enable | rights | reset`: the brokerage's agents. */
import { AGENT_RIGHTS } from '#src/machines/account/agent-rights.ts';
import type { AgentRight } from '#src/machines/account/agent-rights.ts';
import { normalized } from '#src/api/account/account.schemas.ts';
import { withDatabase } from '#src/api/configuration/command-line.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { createOutbox } from '#src/api/mail/mail.ts';
import { readSender } from '#src/api/settings/settings.store.ts';
import {
  agentIdOf,
  disableAgent,
  enableAgent,
  inviteAgent,
  resetAgentAccess,
  setAgentRights,
} from '#src/api/team/team.changes.ts';
import type { TeamParts } from '#src/api/team/team.changes.ts';
import { listMembers } from '#src/api/team/team.list.ts';
import type { Member } from '#src/api/team/team.list.ts';
import { memberOf } from '#src/api/team/team-member.record.ts';
import { main, Misuse } from './command.ts';
import type { Command } from './command.ts';

const HELP = `The agents of the brokerage. The rights are ${AGENT_RIGHTS.join(', ')}; the first agent gets all of them.

  npm run agents -- invite EMAIL --name "NAME"   mails a link by which they choose a password, and shows it
  npm run agents -- list                         all agents and open invitations
  npm run agents -- disable EMAIL                signs them out everywhere; they cannot sign in any more
  npm run agents -- enable EMAIL                 they can sign in again
  npm run agents -- rights EMAIL +team -exports  gives rights (+) and takes them (-); someone must keep the right team
  npm run agents -- reset EMAIL                  mails a link for a new password, and switches off two-factor sign-in`;

/** What a command does with the team; returns the sentence that it prints at the end. */
type Run = (tx: Tx, parts: TeamParts) => Promise<string>;

const show = ({ email, name, state, rights, last_signed_in_at, expires_at }: Member): string =>
  [
    email,
    name,
    state,
    rights.join(',') || '-',
    expires_at ? `until ${expires_at}` : last_signed_in_at ? `last signed in ${last_signed_in_at}` : 'never signed in',
  ].join('\t');

const list: Run = async (tx, { now }) =>
  (await listMembers(tx, now())).map(show).join('\n') || 'There are no agents yet.';

const invite =
  (email: string, name: string): Run =>
  async (tx, parts) => {
    const { member, url } = await inviteAgent(tx, parts, null, { email: normalized(email), name, rights: [] });
    return `${member.name} is invited until ${member.expires_at}. The link is in a mail to ${member.email}, and here:\n${url}`;
  };

/** On the command line, nobody has seen a version that could be stale. */
const ofAgent =
  (email: string, run: (tx: Tx, parts: TeamParts, id: string) => Promise<string>): Run =>
  async (tx, parts) =>
    run(tx, parts, await agentIdOf(tx, normalized(email)));

const disable = (email: string): Run =>
  ofAgent(email, async (tx, parts, id) => {
    const { name } = await disableAgent(tx, parts, null, { id, version: null });
    return `${name} is signed out and can no longer sign in.`;
  });

const enable = (email: string): Run =>
  ofAgent(email, async (tx, parts, id) => {
    const { name } = await enableAgent(tx, parts, null, { id, version: null });
    return `${name} can sign in again.`;
  });

const reset = (email: string): Run =>
  ofAgent(email, async (tx, parts, id) => {
    const member = await resetAgentAccess(tx, parts, id);
    return `${member.name} is signed out everywhere. A link for a new password is in a mail to ${member.email}.`;
  });

const rights = (email: string, changes: string[]): Run =>
  ofAgent(email, async (tx, parts, id) => {
    const given = new Set((await memberOf(tx, id, parts.now())).rights);
    for (const change of changes) given[change.startsWith('+') ? 'add' : 'delete'](change.slice(1) as AgentRight);
    const member = await setAgentRights(
      tx,
      parts,
      null,
      { id, version: null },
      AGENT_RIGHTS.filter((right) => given.has(right)),
    );
    return `${member.name} has ${member.rights.length > 0 ? `the rights ${member.rights.join(', ')}` : 'no rights'} now.`;
  });

const CHANGES = new Map<string | undefined, (email: string) => Run>([
  ['disable', disable],
  ['enable', enable],
  ['reset', reset],
]);

/** @throws Misuse */
function read([what, email, ...rest]: string[]): Run {
  if (what === 'list' && email === undefined) return list;
  if (!email || email.startsWith('-')) throw new Misuse();
  if (what === 'invite' && rest.length === 2 && rest[0] === '--name' && rest[1]?.trim())
    return invite(email, rest[1].trim());
  if (what === 'rights' && rest.length > 0) {
    for (const change of rest) mustBeChange(change);
    return rights(email, rest);
  }
  const run = CHANGES.get(what);
  if (!run || rest.length > 0) throw new Misuse();
  return run(email);
}

function mustBeChange(text: string): void {
  if (!/^[+-]/.test(text)) throw new Misuse(`Write +${text} to give the right, or -${text} to take it.`);
  const right = text.slice(1);
  if (!(AGENT_RIGHTS as readonly string[]).includes(right))
    throw new Misuse(`${right || text} is not a right. Rights are ${AGENT_RIGHTS.join(', ')}.`);
}

export const command: Command = {
  help: HELP,
  async run(args, { environment, print }) {
    const run = read(args);
    await withDatabase(environment, async ({ database, jobs, now, configuration }) => {
      const address = configuration.publicUrl ?? `http://localhost:${configuration.port}`;
      const sender = await readSender(database.kysely, configuration.brokerage);
      const parts: TeamParts = {
        mail: createOutbox({
          jobs,
          sender: () => sender,
          fallbackAddress: () => `no-reply@${new URL(address).hostname}`,
        }),
        brokerage: sender.brokerage,
        publicUrl: () => address,
        now,
      };
      print(await inTransaction(database, (tx) => run(tx, parts)));
    });
  },
};

if (import.meta.main) await main(command);

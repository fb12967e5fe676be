/** `npm run agent-rights -- list | grant EMAIL | revoke EMAIL`: which agents may see the workflow. */
import { existsSync } from 'node:fs';
import { agentsAndRight, setAgentRight } from '#src/api/account/agent-right.ts';
import { openForCommand } from '#src/api/configuration/command-line.ts';
import type { CommandParts } from '#src/api/configuration/command-line.ts';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { inTransaction } from '#src/api/database/write.ts';

const HELP = `Which agents may see the workflow (the page /agent-portal/workflow), and say who else may.

  npm run agent-rights -- list           all agents, and who may
  npm run agent-rights -- grant EMAIL    this agent may
  npm run agent-rights -- revoke EMAIL   this agent may no longer; the last one keeps the right`;

async function list({ database }: CommandParts): Promise<string> {
  const agents = await agentsAndRight(database.kysely, 'workflow');
  if (agents.length === 0) return 'There are no agents yet.';
  return agents.map(({ email, name, may }) => [email, name, may ? 'workflow' : '-'].join('\t')).join('\n');
}

async function set({ database }: CommandParts, typed: string, may: boolean): Promise<string> {
  const agents = await agentsAndRight(database.kysely, 'workflow');
  const agent = agents.find(({ email }) => email === typed.toLowerCase());
  if (!agent) throw new Error(`There is no agent with the e-mail ${typed}. The list shows all of them.`);
  if (agent.may === may)
    return `${agent.name} ${may ? 'may see the workflow already' : 'may not see the workflow as it is'}.`;
  await inTransaction(database, (tx) => setAgentRight(tx, 'workflow', { by: null, accountId: agent.id, may }));
  return `${agent.name} ${may ? 'may see the workflow now' : 'may see the workflow no longer'}.`;
}

const [command, argument, ...rest] = process.argv.slice(2);
const isSet = (command === 'grant' || command === 'revoke') && argument !== undefined;
if (existsSync('.env')) process.loadEnvFile('.env');

if (rest.length === 0 && (isSet || (command === 'list' && argument === undefined))) {
  try {
    const parts = await openForCommand(readConfiguration({ ...process.env, PORT: '0' }));
    try {
      console.log(await (isSet ? set(parts, argument, command === 'grant') : list(parts)));
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

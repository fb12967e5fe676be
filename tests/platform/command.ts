import { execute } from '../../scripts/command.ts';
import type { Command } from '../../scripts/command.ts';

export interface Ended {
  code: number;
  out: string;
  err: string;
}

/** Runs a command in this process, which saves the second that it takes to start one. */
export async function ended(command: Command, args: string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const lines = { out: '', err: '' };
  const code = await execute(command, args, {
    environment,
    print: (text) => void (lines.out += `${text}\n`),
    complain: (text) => void (lines.err += `${text}\n`),
  });
  return { code, ...lines };
}

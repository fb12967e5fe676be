/** What all commands share: their help, the `.env` file, how they say what is wrong, and their exit codes. */
import { existsSync } from 'node:fs';

/** Wrong arguments. Without a sentence, the help is shown instead. */
export class Misuse extends Error {}

/** Where a command takes its settings from, and where its lines go. */
export interface Surroundings {
  environment: NodeJS.ProcessEnv;
  print(text: string): void;
  complain(text: string): void;
}

export interface Command {
  help: string;
  /**
   * @returns its exit code, if it is not 0
   * @throws Misuse; Error with a sentence for the person at the terminal
   */
  run(args: string[], around: Surroundings): Promise<number | void> | number | void;
}

const isMisuse = (error: unknown): boolean =>
  error instanceof Misuse ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

/** @returns the exit code: 0 done, 1 failed, 2 wrong arguments */
export async function execute({ help, run }: Command, args: string[], around: Surroundings): Promise<number> {
  if (args[0] === 'help' || args.includes('--help') || args.includes('-h')) {
    around.print(help);
    return 0;
  }
  try {
    return (await run(args, around)) ?? 0;
  } catch (error) {
    around.complain((error instanceof Error ? error.message : String(error)) || help);
    return isMisuse(error) ? 2 : 1;
  }
}

/** For the process that `npm run` starts. */
export async function main(command: Command): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  process.exitCode = await execute(command, process.argv.slice(2), {
    environment: process.env,
    print: console.log,
    complain: console.error,
  });
}

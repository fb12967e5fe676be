/** `npm run leads:import -- FILE.csv`: imports leads of households from a file. */
import { rm, writeFile } from 'node:fs/promises';
import { withDatabase } from '#src/api/configuration/command-line.ts';
import { IMPORT_COLUMNS, importLeads } from '#src/api/state-lead/state-lead.import.ts';
import type { BadRow } from '#src/api/state-lead/state-lead.import.ts';
import { main, Misuse } from './command.ts';
import type { Command } from './command.ts';

const HELP = `Takes leads of households from a CSV file with a header. The same file again adds nothing twice.

  npm run leads:import -- FILE.csv

Columns, in any order:
${Object.entries(IMPORT_COLUMNS)
  .map(([name, meaning]) => `  ${name.padEnd(18)} ${meaning}`)
  .join('\n')}

Bad rows are written to FILE.csv.bad.csv, with the line and what is wrong; the exit code is then 1.`;

const quoted = (value: string | number): string => `"${String(value).replaceAll('"', '""')}"`;

function badRowsAsCsv(bad: BadRow[]): string {
  const names = Object.keys(IMPORT_COLUMNS) as (keyof typeof IMPORT_COLUMNS)[];
  const lines = bad.map(({ line, sentence, row }) =>
    [line, sentence, ...names.map((name) => row[name] ?? '')].map(quoted).join(','),
  );
  return [['line', 'what_is_wrong', ...names].join(','), ...lines, ''].join('\n');
}

export const command: Command = {
  help: HELP,
  async run([file, ...more], { environment, print }) {
    if (!file || more.length > 0) throw new Misuse();
    const { rows, added, repeated, bad } = await withDatabase(environment, (parts) => importLeads(parts, file));
    print(`${rows} rows: ${added} added, ${repeated} known before, ${bad.length} bad.`);
    for (const { line, sentence } of bad.slice(0, 20)) print(`line ${line}: ${sentence}`);
    const report = `${file}.bad.csv`;
    if (bad.length > 0) {
      await writeFile(report, badRowsAsCsv(bad));
      print(`All bad rows: ${report}`);
    } else {
      await rm(report, { force: true });
    }
    return bad.length > 0 ? 1 : 0;
  },
};

if (import.meta.main) await main(command);

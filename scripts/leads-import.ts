/** `npm run leads:import -- FILE.csv`: imports leads of households from a file. */
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { openForCommand } from '#src/api/configuration/command-line.ts';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { IMPORT_COLUMNS, importLeads } from '#src/api/state-lead/state-lead.import.ts';
import type { BadRow } from '#src/api/state-lead/state-lead.import.ts';

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

const [file] = process.argv.slice(2);
if (existsSync('.env')) process.loadEnvFile('.env');

if (!file || file === '--help' || file === 'help') {
  console.log(HELP);
} else {
  try {
    const parts = await openForCommand(readConfiguration({ ...process.env, PORT: '0' }));
    try {
      const { rows, added, repeated, bad } = await importLeads(parts, file);
      console.log(`${rows} rows: ${added} added, ${repeated} known before, ${bad.length} bad.`);
      for (const { line, sentence } of bad.slice(0, 20)) console.log(`line ${line}: ${sentence}`);
      const report = `${file}.bad.csv`;
      if (bad.length > 0) {
        await writeFile(report, badRowsAsCsv(bad));
        console.log(`All bad rows: ${report}`);
        process.exitCode = 1;
      } else {
        await rm(report, { force: true });
      }
    } finally {
      await parts.close();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

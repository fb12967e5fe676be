import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { verifyHistories } from '#src/api/history/verify.ts';
import { startProcess } from '#src/process.ts';
import { testDatabase } from '#tests/platform/test-database.ts';

test(
  'the weeks that the demo tells of hold on any day: they are told a moment after the turn of a year',
  { timeout: 180_000 },
  async () => {
    const moment = '2028-01-01T00:00:10Z';
    const now = () => new Date(moment);
    const database = await testDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'demo-test-'));
    const environment = { PORT: '0', DATA_DIR: dataDir, DEMO: '1', PARTS: 'api' };
    const running = await startProcess(readConfiguration(environment), { database, now, demoData: true });
    try {
      const { checked, wrong } = await verifyHistories(database);
      expect(wrong).toEqual([]);
      expect(checked).toBeGreaterThan(250);
      const late = await database.kysely
        .selectFrom('history')
        .select(['record_id', 'event', 'at'])
        .where('at', '>', moment)
        .execute();
      expect(late).toEqual([]);
    } finally {
      await running.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);

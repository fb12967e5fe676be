/**
 * The product under test: REST API and gateway in one process, without demo data, and accepting any GraphQL document.
 */
import { pino } from 'pino';
import { readConfiguration } from '#src/api/configuration/configuration.ts';
import { startProcess } from '#src/process.ts';

const running = await startProcess(readConfiguration({ ...process.env, CEILING_FACTOR: '10000' }), {
  demoData: false,
  log: pino({ level: 'fatal' }),
});
console.log(`Ready at ${running.url}`);
process.on('SIGTERM', () => void running.stop().finally(() => process.exit(0)));

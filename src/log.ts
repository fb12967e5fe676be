import { pino } from 'pino';
import type { Logger } from 'pino';

/** The operator's log: one JSON object per line. */
export const createLog = (): Logger =>
  pino({
    level: process.env.LOG_LEVEL ?? 'warn',
    redact: ['req.headers.authorization', 'req.headers.cookie', 'req.url'],
  });

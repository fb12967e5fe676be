import { pino } from 'pino';
import type { Logger } from 'pino';

/** What operators read: JSON, a line each. */
export const createLog = (): Logger =>
  pino({
    level: process.env.LOG_LEVEL ?? 'warn',
    redact: ['req.headers.authorization', 'req.headers.cookie', 'req.url'],
  });

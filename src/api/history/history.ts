import { job } from '../noun.ts';
import type { Noun } from '../noun.ts';
import { verifyNightly } from './verify.ts';

/** What was written down of every record, held against its lifecycle. */
export const history: Noun = {
  jobs: [job('history.verify', verifyNightly, { schedule: '20 2 * * *', clock: 'brokerage' })],
};

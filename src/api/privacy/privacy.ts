import { job } from '../noun.ts';
import type { Noun } from '../noun.ts';
import { keepRetention } from './retention.ts';

/** Which personal data is kept, and for how long. */
export const privacy: Noun = {
  jobs: [job('privacy.retention', keepRetention, { schedule: '40 3 * * *', clock: 'brokerage' })],
};

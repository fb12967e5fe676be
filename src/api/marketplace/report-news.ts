import { newId } from '#src/api/database/ids.ts';
import type { Tx } from '#src/api/database/write.ts';
import { publish } from '#src/api/live/live.ts';

/** The reports that agents decide on have changed. */
export const tellOfReports = (tx: Tx): Promise<void> =>
  publish(tx, { noun: 'reported-lead', id: newId(), audience: 'agents' });

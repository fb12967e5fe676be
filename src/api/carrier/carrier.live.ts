import { publish } from '#src/api/live/live.ts';
import type { Tx } from '#src/api/database/write.ts';

/** Tells agents, and the carrier itself on its other screens, that something of it has changed. The last thing in `tx`. */
export async function tellOfCarrier(tx: Tx, carrierId: string): Promise<void> {
  await publish(tx, { noun: 'carrier', id: carrierId, audience: 'agents' });
  await publish(tx, { noun: 'carrier', id: carrierId, audience: `carrier:${carrierId}` });
}

import { publish } from '#src/api/live/live.ts';
import type { Tx } from '#src/api/database/write.ts';

/** Notifies agents, and the carrier's own other screens, that it changed. Must come last in `tx`. */
export async function tellOfCarrier(tx: Tx, carrierId: string): Promise<void> {
  await publish(tx, { noun: 'carrier', id: carrierId, audience: 'agents' });
  await publish(tx, { noun: 'carrier', id: carrierId, audience: `carrier:${carrierId}` });
}

import type { Tx } from '#src/api/database/write.ts';
import type { ApiParts } from '#src/api/parts.ts';

export const pushJob = 'push.deliver';
/** About an hour in total, with increasing delays: old news is useless. */
const RETRIES = 12;

/** What a locked screen shows: bystanders may read it, so no names, no prices, and no quotes. */
export interface PushNote {
  title: string;
  body: string;
  /** A path of the portal, opened by a tap. */
  path: string;
  /** A newer one with the same tag replaces it. */
  tag: string;
}

export type PushKind = 'messages' | 'bids';

export interface PushTask {
  deviceId: string;
  note: PushNote;
}

/**
 * Notifies the devices of an account, if the transaction commits.
 *
 * @param kind what the person may have turned off; null if the choice is made elsewhere, such as in a search
 * @returns whether any device is notified
 */
export async function pushTo(
  tx: Tx,
  { jobs }: Pick<ApiParts, 'jobs'>,
  accountId: string,
  kind: PushKind | null,
  note: PushNote,
): Promise<boolean> {
  const devices = await tx
    .selectFrom('push_device')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute();
  if (devices.length === 0) return false;
  const setting = await tx
    .selectFrom('push_setting')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (kind !== null && setting?.[kind] === false) return false;
  for (const { id: deviceId } of devices)
    await jobs.enqueue(tx, pushJob, { deviceId, note } satisfies PushTask, { retryLimit: RETRIES });
  return true;
}

/** A carrier's account. */
export async function accountOfCarrier(tx: Tx, carrierId: string): Promise<string> {
  const { account_id } = await tx
    .selectFrom('carrier')
    .select('account_id')
    .where('id', '=', carrierId)
    .executeTakeFirstOrThrow();
  return account_id;
}

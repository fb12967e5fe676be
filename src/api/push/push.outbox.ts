import type { Tx } from '#src/api/database/write.ts';
import type { ApiParts } from '#src/api/parts.ts';

export const pushJob = 'push.deliver';
/** About an hour, later and later: news of yesterday are no news. */
const RETRIES = 12;

/** What a locked screen shows: who stands beside the phone may read it, so no names, no prices and nobody's words. */
export interface PushNote {
  title: string;
  body: string;
  /** A path of the portal, which a tap opens. */
  path: string;
  /** A newer one with the same tag takes its place. */
  tag: string;
}

export type PushKind = 'messages' | 'bids';

export interface PushTask {
  deviceId: string;
  note: PushNote;
}

/**
 * Tells the devices of an account, if the transaction commits.
 *
 * @param kind what the person may have turned off; null for what is chosen where it stands, such as a search
 * @returns whether there is a device that is told
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

/** The account that stands behind a carrier. */
export async function accountOfCarrier(tx: Tx, carrierId: string): Promise<string> {
  const { account_id } = await tx
    .selectFrom('carrier')
    .select('account_id')
    .where('id', '=', carrierId)
    .executeTakeFirstOrThrow();
  return account_id;
}

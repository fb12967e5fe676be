import type { ApiParts } from '#src/api/parts.ts';
import { postTruck, withdrawTruck } from '#src/api/truck/truck.record.ts';
import type { Tx } from '#src/api/database/write.ts';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';

/** Empty trucks of one carrier: one at home, one that needs a load back, one that found a load elsewhere. */
export async function postDemoTrucks(tx: Tx, parts: ApiParts, account: { id: string; name: string }): Promise<void> {
  const { id } = await tx
    .selectFrom('carrier')
    .select('id')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow();
  const actor = { id: account.id, name: account.name, role: 'carrier' } as const;
  const today = dateIn(parts.brokerage.zone, parts.now());
  const on = (from: number, to: number) => ({ first_day: addDays(today, from), last_day: addDays(today, to) });
  const post = (given: Parameters<typeof postTruck>[4]) => postTruck(tx, parts, id, actor, given);
  await post({
    place: 'Columbus, OH',
    ...on(3, 12),
    radius_miles: 250,
    weight_lb: 14_000,
    note: '26 ft box, two helpers',
    alert: 'at-once',
    channel: 'both',
  });
  await post({ place: 'Dallas, TX', ...on(8, 10), destination: 'OH', weight_lb: 9000 });
  const gone = await post({ place: 'Chicago, IL', ...on(2, 3) });
  await withdrawTruck(tx, parts, { id: gone, carrierId: id, version: 1, actor });
}

import type { LostReason } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import type { Tx } from '#src/api/database/write.ts';
import { revokeLinks } from '#src/api/link/link.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Known } from './state-lead.moves.ts';
import { moveStateLead } from './state-lead.work.ts';
import type { Worked } from './state-lead.work.ts';

/** @throws Problem as `moveStateLead` */
export const markWon = (tx: Tx, parts: ApiParts, known: Known, value: number): Promise<Worked> =>
  moveStateLead(tx, parts, {
    ...known,
    event: () => ({ type: 'lead.won', by: known.actor.role, value }),
    apply: async ({ work }) => {
      await withdrawQuote(tx, parts, work.quote_id);
      const at = parts.now().toISOString();
      return {
        set: { ...UNDECIDED, won_value: value, decided_at: at, contacted_at: work.contacted_at ?? at },
        payload: { value },
      };
    },
  });

/** @throws Problem as `moveStateLead` */
export const markLost = (
  tx: Tx,
  parts: ApiParts,
  known: Known,
  { reason, note }: { reason: LostReason; note: string | null },
): Promise<Worked> =>
  moveStateLead(tx, parts, {
    ...known,
    event: () => ({ type: 'lead.lost', by: known.actor.role, reason }),
    apply: async ({ work }) => {
      await withdrawQuote(tx, parts, work.quote_id);
      return {
        set: {
          ...UNDECIDED,
          lost_reason: reason,
          lost_note: note?.trim() || null,
          decided_at: parts.now().toISOString(),
          // No reminders to call a client whose job went elsewhere.
          follow_up_date: null,
          follow_up_by: null,
        },
        payload: { reason },
      };
    },
  });

/** @throws Problem as `moveStateLead` */
export const reopen = (tx: Tx, parts: ApiParts, known: Known): Promise<Worked> =>
  moveStateLead(tx, parts, {
    ...known,
    event: () => ({ type: 'lead.reopened', by: known.actor.role }),
    apply: async ({ work }) => ({
      set: { ...UNDECIDED, contacted_at: work.contacted_at ?? parts.now().toISOString() },
    }),
  });

const UNDECIDED = { won_value: null, lost_reason: null, lost_note: null, decided_at: null };

/** Withdraws an unanswered quote. */
async function withdrawQuote(tx: Tx, parts: ApiParts, quoteId: string | null): Promise<void> {
  if (!quoteId) return;
  const { numUpdatedRows } = await tx
    .updateTable('state_quote')
    .set({ answer: 'withdrawn' })
    .where('id', '=', quoteId)
    .where('answer', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) await revokeLinks(tx, 'state-quote', [quoteId], parts.now());
}

import type { LeadRescheduleQuery } from '#src/generated/graphql/graphql.ts';
import { showDateRange } from '#src/views/ui/dates.ts';
import type { Activity } from './history-card.tsx';

const PAST: Readonly<Record<string, string>> = {
  'days.asked': 'asked for other dates',
  'days.withdrawn': 'withdrew the request for other dates',
  'days.accepted': 'accepted the other dates',
  'days.declined': 'declined the other dates',
};

/** The client’s requests for other dates, with their answers, for the activity of the lead. */
export const rescheduleActivity = (request: LeadRescheduleQuery['leadReschedule'] | undefined): Activity[] =>
  (request?.history ?? []).map(({ sequence, event, payload, actorName, at }) => {
    const { first, last, reason } = payload as { first?: string; last?: string; reason?: string };
    return {
      key: `dates ${sequence}`,
      actorName,
      past: PAST[event] ?? event.replace(/[.-]/g, ' '),
      at,
      detail: [first && showDateRange(first, last ?? first), reason && `“${reason}”`].filter(Boolean).join(' · '),
      hasMoved: true,
    };
  });

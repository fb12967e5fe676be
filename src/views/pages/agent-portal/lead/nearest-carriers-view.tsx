import { lifecycleOf } from '#src/views/agent-lead/lead-lifecycle.ts';
import { movesOf } from '#src/views/agent-lead/moves/lead-moves.ts';
import type { NearCarrier } from '#src/views/carrier/nearest-carrier-row.tsx';
import { NearestCarriers } from '#src/views/carrier/nearest-carriers.tsx';
import type { LeadActions, PageLead } from './lead-page.tsx';

export default function NearestView({ lead, actions }: { lead: PageLead; actions: LeadActions }) {
  const moves = movesOf(lead);
  const may = (event: string) => moves.some((move) => move.event === event && move.isAllowed);
  function awardOf({ carrier, bid, gaps }: NearCarrier) {
    if (gaps.length > 0) return null;
    if (bid) return may('carrier.awarded') ? () => actions.open('carrier.awarded', { bidId: bid.id }) : null;
    const chosen = { id: carrier.id, label: carrier.legalName };
    return may('carrier.special-awarded') ? () => actions.open('carrier.special-awarded', { carrier: chosen }) : null;
  }
  return (
    <NearestCarriers
      lead={lead}
      isOnBoard={!lead.isArchived && lifecycleOf(lead).place.state === 'award-carrier'}
      onPost={may('load.posted') ? () => actions.open('load.posted') : null}
      awardOf={awardOf}
    />
  );
}

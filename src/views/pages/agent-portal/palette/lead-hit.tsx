import { StateDot } from '#src/views/ui/badge.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { tabOf } from '#src/views/agent-lead/lead-lifecycle.ts';
import { TAB_NAMES, TAB_TONES } from '#src/views/agent-lead/lead-names.ts';
import { routeText } from '#src/views/agent-lead/list/lead-cells.tsx';
import type { Hit } from './use-palette.ts';

/** The client's name and the route are shown anyway; only these matches are labeled. */
const MATCHED: Record<string, string> = {
  phone: 'phone matches',
  email: 'email matches',
  place: 'place matches',
  reference: 'reference matches',
  invoice: 'invoice matches',
};

export function LeadHit({ hit }: { hit: Hit }) {
  const tab = tabOf(hit.state);
  const second = [routeText(hit), hit.moveDate && showDate(hit.moveDate), MATCHED[hit.matched]];
  return (
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <p className="truncate">
          <span className="font-medium">{hit.clientName}</span> <span className="text-gray-500">{hit.reference}</span>
        </p>
        <p className="truncate text-xs text-gray-600">{second.filter(Boolean).join(' · ')}</p>
      </div>
      <StateDot tone={hit.isArchived ? 'gray' : TAB_TONES[tab]}>
        {hit.isArchived ? 'Archived' : TAB_NAMES[tab]}
      </StateDot>
    </div>
  );
}

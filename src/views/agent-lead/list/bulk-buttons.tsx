import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { EXPORT_CHOSEN } from '#src/machines/file/export-rows.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import type { LeadRow } from '../lead-lifecycle.ts';
import { whyOff } from '../lead-names.ts';
import { movesOf } from '../moves/lead-moves.ts';
import type { BulkAction } from './bulk-dialog.tsx';
import { chosenCsvHref } from './chosen-csv-href.ts';
import type { LeadFilters } from './lead-filters.ts';

export type Bulk = BulkAction | 'email';

interface BulkButtonsProps {
  leads: readonly LeadRow[];
  tab: AgentLeadTab;
  filters: LeadFilters;
  mayExport: boolean;
  onChoose: (bulk: Bulk) => void;
}

/** Actions for the selected leads. */
export default function BulkButtons({ leads, tab, filters, mayExport, onChoose }: BulkButtonsProps) {
  const ids = leads.map(({ id }) => id);
  const moves = leads.map(movesOf);
  const mayFollowUp = moves.some((of) => of.some(({ event }) => event === 'lead.followed-up'));
  const archiving = moves.flatMap((of) => of.filter(({ event }) => event === 'lead.archived'));
  const isArchiveOff = archiving.every(({ isAllowed }) => !isAllowed);
  return (
    <>
      <Button onClick={() => onChoose('assign')}>Assign</Button>
      {mayFollowUp && <Button onClick={() => onChoose('follow-up')}>Follow up</Button>}
      <Button onClick={() => onChoose('email')}>Email</Button>
      <Button
        disabled={isArchiveOff}
        title={isArchiveOff ? whyOff(archiving[0]?.unmet ?? []) : undefined}
        onClick={() => onChoose('archive')}
      >
        Archive
      </Button>
      {mayExport && ids.length > 0 && ids.length <= EXPORT_CHOSEN && (
        <LinkButton href={chosenCsvHref(filters, tab, ids)} download>
          Export
        </LinkButton>
      )}
    </>
  );
}

import type { DuplicateLeadsQuery } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { tabOf } from './lead-lifecycle.ts';
import { TAB_NAMES } from './lead-names.ts';

type Existing = Omit<DuplicateLeadsQuery['duplicateLeads'][number], '__typename'>;

/** A lead that may be the same as one being entered; opens in a new tab, so that what was entered is kept. */
export const ExistingLead = ({ lead }: { lead: Existing }) => (
  <>
    <a className="link" href={hrefs.agent.lead(lead.id)} target="_blank" rel="noreferrer">
      {lead.clientName}, {lead.reference}
    </a>{' '}
    <span className="text-gray-600">
      {lead.isArchived ? 'archived' : TAB_NAMES[tabOf(lead.state)]}, <RelativeTime instant={lead.createdAt} />
    </span>
  </>
);

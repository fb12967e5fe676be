import { InboxIcon } from '@heroicons/react/24/outline';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { TAB_NAMES } from '#src/views/agent-lead/lead-names.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { EmptyState } from '#src/views/ui/empty-state.tsx';

/** The text of an empty tab, and the tab that leads come from. */
const emptyTabs: Record<AgentLeadTab, { title: string; text: string; from?: AgentLeadTab }> = {
  new: { title: 'You’re all caught up', text: 'New leads appear here right away. Press N to add one.' },
  'follow-up': {
    title: 'No follow-ups due',
    text: 'Leads with a follow-up date wait here until that day.',
    from: 'new',
  },
  'quote-sent': { title: 'No open quotes', text: 'Leads move here once the client has a quote.', from: 'new' },
  'contract-sent': {
    title: 'No contracts waiting',
    text: 'Leads wait here for the client’s signature.',
    from: 'quote-sent',
  },
  contracted: {
    title: 'No signed moves to post',
    text: 'Leads move here when the client signs.',
    from: 'contract-sent',
  },
  'award-carrier': {
    title: 'No loads on the board',
    text: 'Post a signed move and carriers can bid on it.',
    from: 'contracted',
  },
  'open-contracts': {
    title: 'No jobs in progress',
    text: 'Award a carrier, then follow the move here until it’s done.',
    from: 'award-carrier',
  },
  'completed-contracts': {
    title: 'No completed moves yet',
    text: 'Closed contracts, with their invoices and payments, appear here.',
    from: 'open-contracts',
  },
};

interface EmptyTabProps {
  tab: AgentLeadTab;
  isFiltered: boolean;
  onClear: () => void;
}

export default function EmptyTab({ tab, isFiltered, onClear }: EmptyTabProps) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<InboxIcon />}
        title="No leads match these filters"
        action={<Button onClick={onClear}>Clear filters</Button>}
      >
        Filters hide the other leads in “{TAB_NAMES[tab]}”.
      </EmptyState>
    );
  }
  const { title, text, from } = emptyTabs[tab];
  return (
    <EmptyState
      icon={<InboxIcon />}
      title={title}
      action={from ? <LinkButton href={hrefs.agent.leads(from)}>Open “{TAB_NAMES[from]}”</LinkButton> : undefined}
    >
      {text}
    </EmptyState>
  );
}

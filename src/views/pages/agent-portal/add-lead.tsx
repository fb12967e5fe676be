import type { ComponentProps } from 'react';
import NewLead from '#src/views/agent-lead/form/new-lead.tsx';
import { usePortalBrokerage } from '#src/views/brokerage/use-portal-brokerage.ts';
import { todayIn } from '#src/views/ui/dates.ts';

/** Only the brokerage knows today's date where the lead is entered. */
export default function AddLead(props: Omit<ComponentProps<typeof NewLead>, 'today'>) {
  const { brokerage } = usePortalBrokerage();
  return <NewLead {...props} today={brokerage && todayIn(brokerage.zone)} />;
}

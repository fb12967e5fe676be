import { useLocation } from 'wouter';
import { CreateAgentLeadDocument, type CreateAgentLeadMutation } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import type { LeadRow } from '../lead-lifecycle.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { emptyLead, inputOf } from './lead-draft.ts';
import { LeadDialog } from './lead-dialog.tsx';
import { LeadForm } from './lead-form.tsx';

interface NewLeadProps {
  /** Whose lead it is, unless another is chosen. */
  agent: { id: string; name: string };
  /** The day at the brokerage; null while it is not known. */
  today: string | null;
  onClose: () => void;
}

/** A new lead; what was added is what one wants to see next. */
export default function NewLead({ agent, today, onClose }: NewLeadProps) {
  const [, navigate] = useLocation();
  return (
    <LeadDialog title="New lead" onClose={onClose}>
      {(footer) => (
        <LeadForm
          footer={footer}
          lead={null}
          version={0}
          today={today}
          initial={emptyLead({ id: agent.id, label: agent.name })}
          save={async (by, draft) => {
            const { data } = await mutate(by, CreateAgentLeadDocument, { input: inputOf(draft) });
            return (data as CreateAgentLeadMutation).createAgentLead;
          }}
          done={({ client }) => `${client.name} added`}
          onClose={onClose}
          onDone={(lead) => navigate(hrefs.agent.lead((lead as LeadRow).id))}
        />
      )}
    </LeadDialog>
  );
}

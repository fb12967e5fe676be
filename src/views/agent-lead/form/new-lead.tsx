import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { CreateAgentLeadDocument, type CreateAgentLeadMutation } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import type { LeadRow } from '../lead-lifecycle.ts';
import { MoveDialog } from '../moves/move-dialogs.tsx';
import { emptyLead, inputOf } from './lead-draft.ts';
import { LeadDialog } from './lead-dialog.tsx';
import { LeadForm } from './lead-form.tsx';
import type { Quoted } from './price-lead.ts';

interface NewLeadProps {
  /** The lead's agent, unless another is selected. */
  agent: { id: string; name: string };
  /** Today's date at the brokerage; null until it is loaded. */
  today: string | null;
  onClose: () => void;
}

/** Creates a lead; then shows the lead, or the quote that the tariff produced. */
export default function NewLead({ agent, today, onClose }: NewLeadProps) {
  const [, navigate] = useLocation();
  const notify = useNotify();
  const [quote, setQuote] = useState<Quoted | null>(null);
  const isQuoted = useRef(false);
  const show = ({ id }: LeadRow) => navigate(hrefs.agent.lead(id));
  if (quote) {
    return (
      <MoveDialog
        move="quote.sent"
        lead={quote.lead}
        estimateId={quote.estimateId!}
        onClose={() => {
          onClose();
          show(quote.lead);
        }}
      />
    );
  }
  return (
    <LeadDialog title="New lead" onClose={onClose}>
      {(footer) => (
        <LeadForm
          footer={footer}
          lead={null}
          version={0}
          today={today}
          initial={emptyLead({ id: agent.id, label: agent.name })}
          other="Save and send quote"
          save={async (by, draft, _base, toQuote): Promise<Quoted> => {
            const { data } = await mutate(by, CreateAgentLeadDocument, { input: inputOf(draft) });
            const lead = (data as CreateAgentLeadMutation).createAgentLead as LeadRow;
            if (!toQuote) return { lead, estimateId: null, because: null };
            const { priceLead } = await import('./price-lead.ts');
            return priceLead(by, lead);
          }}
          done={({ client }) => `${client.name} added`}
          onClose={() => {
            if (!isQuoted.current) onClose();
          }}
          onDone={(answer) => {
            const quoted = answer as Quoted;
            isQuoted.current = quoted.estimateId !== null;
            if (isQuoted.current) {
              setQuote(quoted);
              return;
            }
            if (quoted.because) notify.failed(null, quoted.because);
            show(quoted.lead);
          }}
        />
      )}
    </LeadDialog>
  );
}

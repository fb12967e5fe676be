import { useApolloClient } from '@apollo/client/react';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { Button } from '#src/views/ui/button.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { asPriced, priceLead } from '../form/price-lead.ts';
import { type LeadRow, lifecycleOf } from '../lead-lifecycle.ts';

/** Only a price is missing for a quote, and the tariff may know it. */
export function needsPriceOnly(lead: LeadRow): boolean {
  const { place, facts } = lifecycleOf(lead);
  return facts.estimateTotal === null && agentLeadLifecycle.judge(place, ...asPriced(facts)).may;
}

interface PriceAndQuoteProps {
  lead: LeadRow;
  /** The lead with the estimate that the tariff made: the quote is sent next, once it was looked at. */
  onPriced: (lead: LeadRow, estimateId: string) => void;
}

/** A price by the tariff, saved as an estimate, for a lead that has none. */
export function PriceAndQuote({ lead, onPriced }: PriceAndQuoteProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const key = useSendKey({ id: lead.id, version: lead.version });
  const { busy, write } = useWrite();
  return (
    <Button
      size="sm"
      busy={busy !== null}
      aria-label={`Price and send quote: ${lead.client.name}`}
      onClick={() =>
        void write({
          send: () => priceLead({ client, key }, lead),
          done: ({ lead: priced, estimateId, because }) =>
            estimateId ? onPriced(priced, estimateId) : notify.failed(null, because ?? 'There is no price yet.'),
          failed: 'The lead could not be priced.',
        })
      }
    >
      Price and send quote
    </Button>
  );
}

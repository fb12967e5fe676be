import { useApolloClient } from '@apollo/client/react';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { Button } from '#src/views/ui/button.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { asPriced, priceLead } from '../form/price-lead.ts';
import { type LeadRow, lifecycleOf } from '../lead-lifecycle.ts';

/** Only the price is missing for a quote, and the tariff may provide it. */
export function needsPriceOnly(lead: LeadRow): boolean {
  const { place, facts } = lifecycleOf(lead);
  return facts.estimateTotal === null && agentLeadLifecycle.judge(place, ...asPriced(facts)).may;
}

interface PriceAndQuoteProps {
  lead: LeadRow;
  /** Called with the lead and the estimate from the tariff: after a review, the quote is sent next. */
  onPriced: (lead: LeadRow, estimateId: string) => void;
}

/** Prices a lead that has no estimate by the tariff, and saves the estimate. */
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

import { ReducePriceDocument } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { Callout } from '#src/views/ui/callout.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { MoneyInput } from '#src/views/ui/money-input.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { fieldId, MoveFrame } from './move-frame.tsx';
import { needsReason, ReasonField } from './reason-field.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';

const USUAL = ['Late delivery', 'Damaged items', 'Less was moved than listed', 'Goodwill'];

/** Takes an amount off the price of a completed move. */
export default function PriceReductionForm(props: MoveFormProps) {
  const priceOf = ({ money }: MoveFormProps['lead']) => money?.total ?? 0;
  const form = useMove({
    ...props,
    draft: { amount: null as number | null, reason: '' },
    check: ({ amount, reason }) => ({
      amount:
        (!amount && 'Enter the amount.') ||
        ((amount ?? 0) > priceOf(props.lead) && `The price is ${showMoney(priceOf(props.lead))}.`),
      reason: needsReason(reason),
    }),
    save: ({ draft, version, lead, ...by }) =>
      mutate(by, ReducePriceDocument, {
        leadId: lead.id,
        version,
        amount: draft.amount!,
        price: priceOf(lead),
        reason: draft.reason.trim(),
      }),
    done: `Price for ${props.lead.client.name} reduced`,
    keptAs: 'price-reduction',
    keeps: ['reason'],
  });
  const { lead } = form;
  const { amount } = form.draft;
  const price = priceOf(lead);
  const due = (lead.facts.balanceDue ?? 0) - (amount ?? 0);
  return (
    <MoveFrame form={form} title={`Reduce the price for ${lead.client.name}`} verb="Reduce price">
      <p className="text-gray-700">
        {lead.invoice
          ? `${lead.client.name} gets a revised invoice ${lead.invoice.number} by email; the one sent before stays among the lead’s files.`
          : 'The invoice will list it.'}{' '}
        It lowers your margin, not the carrier’s pay.
      </p>
      <Field
        label="Amount"
        id={fieldId('amount')}
        error={form.errors.amount}
        help={`The price is ${showMoney(price)}.`}
      >
        <MoneyInput data-autofocus value={amount} onChange={(cents) => form.change({ amount: cents })} />
      </Field>
      <ReasonField
        usual={USUAL}
        value={form.draft.reason}
        error={form.errors.reason}
        help="The client reads it."
        onChange={(reason) => form.change({ reason })}
      />
      {amount !== null && amount > 0 && amount <= price && (
        <Callout color={due < 0 ? 'amber' : 'blue'} title={`The new price is ${showMoney(price - amount)}`}>
          {due < 0
            ? `The client has then paid ${showMoney(-due)} too much. Refund it and record the refund.`
            : due === 0
              ? 'Nothing is left to pay.'
              : `${showMoney(due)} is left to pay.`}
        </Callout>
      )}
    </MoveFrame>
  );
}

import { CarrierToAwardDocument, ChoicesDocument, SpecialAwardDocument } from '#src/generated/graphql/graphql.ts';
import { skipToken, useApolloClient, useQuery } from '@apollo/client/react';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { Combobox, type ComboboxOption } from '#src/views/ui/combobox.tsx';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { MoneyInput } from '#src/views/ui/money-input.tsx';
import { Margin, recordText } from './award-worth.tsx';
import { fieldId, MoveFrame } from './move-frame.tsx';
import { needsReason, ReasonField } from './reason-field.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';
import { mutate } from '#src/views/ui/mutate.ts';

const USUAL = [
  'Agreed by phone',
  'Only carrier on this lane',
  'Client asked for this carrier',
  'Backhaul at a good price',
];

export default function SpecialAwardForm(props: MoveFormProps) {
  const { lead } = props;
  const client = useApolloClient();
  const form = useMove({
    ...props,
    draft: {
      carrier: props.carrier ?? (null as ComboboxOption | null),
      amount: null as number | null,
      startDate: lead.moveDate,
      reason: '',
    },
    check: ({ carrier, amount, reason }) => ({
      carrierId: carrier === null && 'Choose a carrier.',
      amount: (amount ?? 0) <= 0 && 'Enter what the carrier is paid.',
      reason: needsReason(reason),
    }),
    save: ({ draft, version, ...by }) =>
      mutate(by, SpecialAwardDocument, {
        leadId: lead.id,
        version,
        input: {
          carrierId: draft.carrier!.id,
          amount: draft.amount!,
          startDate: draft.startDate,
          reason: draft.reason.trim(),
        },
      }),
    done: `Carrier awarded for ${lead.client.name}`,
    keptAs: 'special-award',
    keeps: ['reason'],
  });
  const { data: chosen } = useQuery(
    CarrierToAwardDocument,
    form.draft.carrier ? { variables: { id: form.draft.carrier.id } } : skipToken,
  );
  async function search(query: string): Promise<ComboboxOption[]> {
    const { data } = await client.query({ query: ChoicesDocument, variables: { list: 'carriers', query } });
    return (data?.choices ?? []).map(({ id, label, hint }) => ({ id, label, hint: hint ?? undefined }));
  }
  return (
    <MoveFrame form={form} title={`Award a carrier directly for ${lead.client.name}`} verb="Award carrier">
      <Field
        label="Carrier"
        id={fieldId('carrierId')}
        error={form.errors.carrierId}
        help={form.draft.carrier && chosen && `${recordText(chosen.agentCarrier)}.`}
      >
        <Combobox
          value={form.draft.carrier}
          search={search}
          placeholder="Name or USDOT"
          onChange={(carrier) => form.change({ carrier })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Carrier pay, all-inclusive"
          id={fieldId('amount')}
          error={form.errors.amount}
          help={
            lead.quote && (
              <>
                The client pays {showMoney(lead.quote.total)}
                {form.draft.amount !== null && (
                  <>
                    , <Margin total={lead.quote.total} pay={form.draft.amount} />
                  </>
                )}
                .
              </>
            )
          }
        >
          <MoneyInput value={form.draft.amount} onChange={(amount) => form.change({ amount })} />
        </Field>
        <Field label="Starts on" optional id={fieldId('startDate')} error={form.errors.startDate}>
          <DateInput value={form.draft.startDate} onChange={(startDate) => form.change({ startDate })} />
        </Field>
      </div>
      <ReasonField
        usual={USUAL}
        label="Why this carrier"
        help="Kept with the contract and in the history."
        value={form.draft.reason}
        error={form.errors.reason}
        onChange={(reason) => form.change({ reason })}
      />
      <p className="text-gray-600">
        The carrier must be compliant through delivery. It receives the job agreement to sign.
      </p>
    </MoveFrame>
  );
}

import { CorrectPaymentDocument } from '#src/generated/graphql/graphql.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { entryName, type LedgerEntry } from '../lead/money-card.tsx';
import { MoveFrame } from './move-frame.tsx';
import { needsReason, ReasonField } from './reason-field.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';

const USUAL = ['Wrong amount', 'Wrong lead', 'The check bounced'];

/** An entry was wrong: a counter-entry takes it back, and both stay. */
export default function CorrectPaymentForm({ entry, ...props }: MoveFormProps & { entry: LedgerEntry }) {
  const form = useMove({
    ...props,
    draft: { reason: '' },
    check: ({ reason }) => ({ reason: needsReason(reason) }),
    save: ({ draft, version, lead, ...by }) =>
      mutate(by, CorrectPaymentDocument, {
        leadId: lead.id,
        version,
        paymentId: entry.id,
        reason: draft.reason.trim(),
      }),
    done: 'Entry corrected',
  });
  return (
    <MoveFrame form={form} title={`Correct: ${entryName(entry)}`} verb="Correct entry" danger>
      <p className="text-gray-600">
        A counter-entry takes it back in full. Both stay in the ledger. Record the right one afterwards.
      </p>
      <ReasonField
        usual={USUAL}
        value={form.draft.reason}
        error={form.errors.reason}
        onChange={(reason) => form.change({ reason })}
      />
    </MoveFrame>
  );
}

import { WithdrawAwardDocument } from '#src/generated/graphql/graphql.ts';
import { BackTo } from './back-to.tsx';
import { MoveFrame } from './move-frame.tsx';
import { needsReason, ReasonField } from './reason-field.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';
import { mutate } from '#src/views/ui/mutate.ts';

const USUAL = [
  'Carrier isn’t responding',
  'Carrier asked to be released',
  'Client changed the date',
  'Insurance expired',
];

export default function WithdrawAwardForm(props: MoveFormProps) {
  const { lead } = props;
  const carrier = lead.contract.awardedCarrier?.legalName ?? 'the carrier';
  const form = useMove({
    ...props,
    draft: { reason: '' },
    check: ({ reason }) => ({ reason: needsReason(reason) }),
    save: ({ draft, version, ...by }) =>
      mutate(by, WithdrawAwardDocument, { leadId: lead.id, version, reason: draft.reason.trim() }),
    done: `Award of ${carrier} withdrawn`,
  });
  return (
    <MoveFrame form={form} title={`Withdraw the award of ${carrier}?`} verb="Withdraw award" danger>
      <p className="text-gray-700">
        The job agreement can no longer be signed and {carrier} is told why.{' '}
        <BackTo lead={lead} event="award.withdrawn" />
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

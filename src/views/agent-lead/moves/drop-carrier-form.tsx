import { DropCarrierDocument } from '#src/generated/graphql/graphql.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { MoveFrame } from './move-frame.tsx';
import { needsReason, ReasonField } from './reason-field.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';
import { BackTo } from './back-to.tsx';

const USUAL = ['Truck broke down', 'No driver', 'Carrier isn’t responding', 'Carrier wants more money'];

export default function DropCarrierForm(props: MoveFormProps) {
  const { lead } = props;
  const carrier = lead.contract.awardedCarrier?.legalName ?? 'The carrier';
  const form = useMove({
    ...props,
    draft: { reason: '' },
    check: ({ reason }) => ({ reason: needsReason(reason) }),
    save: ({ draft, version, ...by }) =>
      mutate(by, DropCarrierDocument, { leadId: lead.id, version, reason: draft.reason.trim() }),
    done: `${carrier} is off the job`,
  });
  return (
    <MoveFrame form={form} title={`${carrier} dropped out?`} verb="Take off the job" danger>
      <p className="text-gray-700">
        It counts in the record of {carrier}. The carrier and the client are notified by email.{' '}
        <BackTo lead={lead} event="carrier.dropped" />
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

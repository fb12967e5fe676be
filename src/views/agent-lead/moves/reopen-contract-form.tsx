import { ReopenContractDocument } from '#src/generated/graphql/graphql.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { MoveFrame } from './move-frame.tsx';
import { needsReason, ReasonField } from './reason-field.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';

const USUAL = ['Dates changed', 'Address changed', 'More to move than listed', 'Price changed'];

export default function ReopenContractForm(props: MoveFormProps) {
  const { lead } = props;
  const form = useMove({
    ...props,
    draft: { reason: props.reason ?? '' },
    check: ({ reason }) => ({ reason: needsReason(reason) }),
    save: ({ draft, version, ...by }) =>
      mutate(by, ReopenContractDocument, { leadId: lead.id, version, reason: draft.reason.trim() }),
    done: `Contract of ${lead.client.name} reopened`,
  });
  const isSigned = lead.contract.signedAt !== null;
  const bids =
    lead.bidCount === 0
      ? ''
      : lead.bidCount === 1
        ? ' Its bid is closed and the carrier is notified.'
        : ` Its ${lead.bidCount} bids are closed and the carriers are notified.`;
  return (
    <MoveFrame form={form} title={`Reopen the contract of ${lead.client.name}?`} verb="Reopen contract" danger>
      <p className="text-gray-700">
        {isSigned
          ? 'The signed agreement no longer applies. It stays among the papers, and the client signs the new one.'
          : 'The client’s link to sign no longer works.'}{' '}
        The client is notified by email. Then change the lead or its estimate, and send quote and contract again.
        {bids && ` The load leaves the board.${bids}`}
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

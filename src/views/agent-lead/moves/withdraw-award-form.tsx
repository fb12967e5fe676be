import { WithdrawAwardDocument } from '#src/generated/graphql/graphql.ts';
import { agentLeadMoves } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { lifecycleOf } from '../lead-lifecycle.ts';
import { TAB_NAMES } from '../lead-names.ts';
import { MoveFrame } from './move-frame.tsx';
import { needsReason, ReasonField } from './reason-field.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';
import { mutate } from '#src/views/ui/mutate.ts';

const USUAL = ['Carrier does not answer', 'Carrier asked to step back', 'Client changed the date', 'Insurance ran out'];

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
  // Where to is the lifecycle's to say.
  const { place, facts } = lifecycleOf(lead);
  const to = agentLeadMoves(place, facts).find(({ event }) => event === 'award.withdrawn')?.to?.state;
  const backTo = `${lead.client.name} goes back to ${to ? `“${TAB_NAMES[to]}”` : 'where it was before the award'}${to === 'award-carrier' ? ': the load is on the board again, and the other bids are active again' : ': the load is not posted to the board'}.`;
  return (
    <MoveFrame form={form} title={`Withdraw the award of ${carrier}?`} verb="Withdraw award" danger>
      <p className="text-gray-700">
        The job agreement can no longer be signed and {carrier} is told why. {backTo}
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

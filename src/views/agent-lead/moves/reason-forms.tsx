import type { ApolloClient } from '@apollo/client';
import type { ReactNode } from 'react';
import {
  ArchiveAgentLeadDocument,
  CorrectClosingDocument,
  CorrectPaymentDocument,
  DropCarrierDocument,
  ReopenContractDocument,
  RestoreAgentLeadDocument,
  WithdrawAwardDocument,
} from '#src/generated/graphql/graphql.ts';
import { agentLeadMoves, type AgentMove } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { JOB_ENDED_BY, type JobEndedBy } from '#src/machines/agent-lead/agent-lead.types.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { RadioGroup } from '#src/views/ui/radio-group.tsx';
import { type LeadRow, lifecycleOf, tabOf } from '../lead-lifecycle.ts';
import { placeName, TAB_NAMES } from '../lead-names.ts';
import { MoveFrame } from './move-frame.tsx';
import { needsReason, ReasonField, useArchiveReasons } from './reason-field.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';

interface ReasonFormProps {
  move: MoveFormProps;
  /** Under this name, the reason is kept until it is saved. */
  name: string;
  title: string;
  verb: string;
  danger?: boolean;
  /** What the transition will do. */
  children: ReactNode;
  usual: readonly string[];
  send: (
    by: { client: ApolloClient; key: string },
    given: { leadId: string; version: number; reason: string },
  ) => Promise<unknown>;
  done: string;
  undo?: (client: ApolloClient, version: number) => Promise<unknown>;
}

/** A reason that the button which opened the form provides is not replaced by one typed elsewhere. */
const keptAs = (name: string, { reason }: MoveFormProps) => (reason ? `${name}.${reason}` : name);

/** The form of a transition that only needs a reason. */
function ReasonForm({ move, name, title, verb, danger = true, children, usual, send, done, undo }: ReasonFormProps) {
  const form = useMove({
    ...move,
    draft: { reason: move.reason ?? '' },
    check: ({ reason }) => ({ reason: needsReason(reason) }),
    save: ({ draft, version, ...by }) => send(by, { leadId: move.lead.id, version, reason: draft.reason.trim() }),
    done,
    undo,
    keptAs: keptAs(name, move),
  });
  return (
    <MoveFrame form={form} title={title} verb={verb} danger={danger}>
      <p className="text-gray-700">{children}</p>
      <ReasonField
        usual={usual}
        value={form.draft.reason}
        error={form.errors.reason}
        onChange={(reason) => form.change({ reason })}
      />
    </MoveFrame>
  );
}

export function ArchiveForm(move: MoveFormProps) {
  const { lead } = move;
  const tab = tabOf(lead.state);
  return (
    <ReasonForm
      move={move}
      title={`Archive ${lead.client.name}`}
      name="archive"
      verb="Archive"
      danger={false}
      usual={useArchiveReasons()}
      send={(by, given) => mutate(by, ArchiveAgentLeadDocument, given)}
      done={`${lead.client.name} archived`}
      undo={(client, version) =>
        mutate({ client, key: crypto.randomUUID() }, RestoreAgentLeadDocument, { leadId: lead.id, version })
      }
    >
      The lead leaves its list{tab === 'award-carrier' && ' and the load board'}
      {tab === 'completed-contracts'
        ? '. The client’s page and payment link keep working.'
        : ', and its links tell the client that the offer is closed.'}{' '}
      It can be restored to where it was.
    </ReasonForm>
  );
}

export function RestoreForm(props: MoveFormProps) {
  const { lead } = props;
  const form = useMove({
    ...props,
    draft: {},
    save: ({ version, ...by }) => mutate(by, RestoreAgentLeadDocument, { leadId: lead.id, version }),
    done: `${lead.client.name} restored`,
  });
  return (
    <MoveFrame form={form} title={`Restore ${lead.client.name}?`} verb="Restore" size="sm">
      <p className="text-gray-700">
        It goes back to “{placeName({ ...lifecycleOf(lead).place, isArchived: false })}”, where it was archived
        {lead.archiveReason && `: ${lead.archiveReason}`}.
      </p>
    </MoveFrame>
  );
}

export function WithdrawAwardForm(move: MoveFormProps) {
  const carrier = move.lead.contract.awardedCarrier?.legalName ?? 'the carrier';
  return (
    <ReasonForm
      move={move}
      title={`Withdraw the award to ${carrier}?`}
      name="withdraw-award"
      verb="Withdraw award"
      usual={[
        'Carrier isn’t responding',
        'Carrier asked to be released',
        'Client changed the date',
        'Insurance expired',
      ]}
      send={(by, given) => mutate(by, WithdrawAwardDocument, given)}
      done={`Award to ${carrier} withdrawn`}
    >
      The job agreement can no longer be signed and {carrier} is told why. {backTo(move.lead, 'award.withdrawn')}
    </ReasonForm>
  );
}

const USUAL_ENDS: Record<JobEndedBy, readonly string[]> = {
  carrier: ['Truck broke down', 'No driver', 'Carrier isn’t responding', 'Carrier wants more money'],
  plans: ['Client changed the date', 'Client canceled the move', 'We planned it differently'],
};

/** A common reason also says who ended it. */
const endedByIn = (reason: string) => JOB_ENDED_BY.find((by) => USUAL_ENDS[by].includes(reason)) ?? null;

export function DropCarrierForm(move: MoveFormProps) {
  const carrier = move.lead.contract.awardedCarrier?.legalName ?? 'the carrier';
  const form = useMove({
    ...move,
    draft: { endedBy: move.endedBy ?? null, reason: move.reason ?? '' },
    check: ({ endedBy, reason }) => ({
      endedBy: endedBy === null && 'Choose who ended it.',
      reason: needsReason(reason),
    }),
    save: ({ draft, version, ...by }) =>
      mutate(by, DropCarrierDocument, {
        leadId: move.lead.id,
        version,
        endedBy: draft.endedBy!,
        reason: draft.reason.trim(),
      }),
    done: `${carrier} is off the job`,
    keptAs: keptAs('drop-carrier', move),
  });
  const { endedBy, reason } = form.draft;
  return (
    <MoveFrame form={form} title={`Take ${carrier} off the job?`} verb="Take off the job" danger>
      <RadioGroup<JobEndedBy>
        legend="Who ended it?"
        value={endedBy}
        onChange={(by) => form.change({ endedBy: by })}
        error={form.errors.endedBy}
        choices={[
          { value: 'carrier', label: 'The carrier', help: 'It counts against the carrier’s record.' },
          {
            value: 'plans',
            label: 'The client or us: plans changed',
            help: 'It doesn’t count against the carrier’s record, and both emails say that plans changed.',
          },
        ]}
      />
      <ReasonField
        usual={endedBy ? USUAL_ENDS[endedBy] : JOB_ENDED_BY.flatMap((by) => USUAL_ENDS[by])}
        value={reason}
        error={form.errors.reason}
        help="The carrier reads it."
        onChange={(text) => form.change({ reason: text, endedBy: endedBy ?? endedByIn(text) })}
      />
      <p className="text-gray-700">
        The carrier and the client are notified by email. {backTo(move.lead, 'carrier.dropped')}
      </p>
    </MoveFrame>
  );
}

/** The state after an award ends, according to the lifecycle. */
function backTo(lead: LeadRow, event: AgentMove): string {
  const { place, facts } = lifecycleOf(lead);
  const to = agentLeadMoves(place, facts).find((move) => move.event === event)?.to?.state;
  const load =
    to === 'award-carrier'
      ? 'the load is on the board again, and the other bids are active again'
      : 'the load is not posted to the board';
  return `${lead.client.name} goes back to ${to ? `“${TAB_NAMES[to]}”` : 'where it was before the award'}: ${load}.`;
}

export function ReopenContractForm(move: MoveFormProps) {
  const { lead } = move;
  const bids =
    lead.bidCount === 1
      ? 'Its bid is closed and the carrier is notified.'
      : `Its ${lead.bidCount} bids are closed and the carriers are notified.`;
  return (
    <ReasonForm
      move={move}
      title={`Reopen the contract with ${lead.client.name}?`}
      name="reopen-contract"
      verb="Reopen contract"
      usual={['Dates changed', 'Address changed', 'More to move than listed', 'Price changed']}
      send={(by, given) => mutate(by, ReopenContractDocument, given)}
      done={`Contract with ${lead.client.name} reopened`}
    >
      {lead.contract.signedAt !== null
        ? 'The signed agreement no longer applies. It stays among the papers, and the client signs the new one.'
        : 'The client’s link to sign no longer works.'}{' '}
      The client is notified by email. Then change the lead or its estimate and send the quote and contract again.
      {lead.bidCount > 0 && ` The load leaves the board. ${bids}`}
    </ReasonForm>
  );
}

export function CorrectClosingForm(move: MoveFormProps) {
  const { name } = move.lead.client;
  return (
    <ReasonForm
      move={move}
      title={`Correct the close-out for ${name}?`}
      name="correct-closing"
      verb="Correct close-out"
      usual={['Closed by mistake', 'Wrong statement attached', 'Move isn’t finished']}
      send={(by, given) => mutate(by, CorrectClosingDocument, given)}
      done={`Contract with ${name} is open again`}
    >
      The job is in progress again. Its completion statement and recorded payouts are removed; close it again with the
      right ones.
    </ReasonForm>
  );
}

/** Corrects a wrong entry by a counter-entry; both stay in the ledger. */
export function CorrectPaymentForm({ entry, ...move }: MoveFormProps & { entry: { id: string; name: string } }) {
  return (
    <ReasonForm
      move={move}
      title={`Correct: ${entry.name}`}
      name={`correct-payment.${entry.id}`}
      verb="Correct entry"
      usual={['Wrong amount', 'Wrong lead', 'The check bounced']}
      send={(by, given) => mutate(by, CorrectPaymentDocument, { ...given, paymentId: entry.id })}
      done="Entry corrected"
    >
      A counter-entry takes it back in full. Both stay in the ledger. Record the right one afterwards.
    </ReasonForm>
  );
}

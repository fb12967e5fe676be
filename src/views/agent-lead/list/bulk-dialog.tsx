import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import {
  ArchiveAgentLeadDocument,
  AssignAgentLeadDocument,
  ChoicesDocument,
  FollowUpDocument,
  MovedAgentLeadDocument,
} from '#src/generated/graphql/graphql.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Combobox, type ComboboxOption } from '#src/views/ui/combobox.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { useKeptText } from '#src/views/ui/use-kept-text.ts';
import type { AgentMove } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { type LeadRow, lifecycleOf, todayOf } from '../lead-lifecycle.ts';
import { placeName, whyOff } from '../lead-names.ts';
import { FollowUpDate, USUAL_FOLLOW_UPS, wrongFollowUp } from '../moves/follow-up-date.tsx';
import { movesOf } from '../moves/lead-moves.ts';
import { needsReason, ReasonField, useArchiveReasons } from '../moves/reason-field.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { BulkResults, failureOf, mayTryAgain, type Result } from './bulk-results.tsx';

export type BulkAction = 'archive' | 'assign' | 'follow-up';

/** For the button, before the count, and for each lead when done; and the transition that each lead must allow. */
const WORDS: Record<BulkAction, { verb: string; done: string; move: AgentMove }> = {
  archive: { verb: 'Archive', done: 'Archived', move: 'lead.archived' },
  assign: { verb: 'Assign', done: 'Assigned', move: 'lead.edited' },
  'follow-up': { verb: 'Set follow-up for', done: 'Set', move: 'lead.followed-up' },
};

interface BulkDialogProps {
  action: BulkAction;
  leads: readonly LeadRow[];
  /** True if anything was done. */
  onClose: (isDone: boolean) => void;
}

/** Error messages by field. */
type Wrong = Partial<Record<'reason' | 'date' | 'agent', string | false>>;
type Write = (by: { client: ApolloClient; key: string }, lead: { leadId: string; version: number }) => Promise<unknown>;

/** One action on many leads, each separately: success or failure is shown per lead. */
export default function BulkDialog({ action, leads: chosen, onClose }: BulkDialogProps) {
  const archiveReasons = useArchiveReasons();
  const client = useApolloClient();
  // The list behind drops finished leads; the dialog keeps showing them.
  const [leads] = useState(chosen);
  const [reason, setReason] = useKeptText(`bulk.${action}`);
  const today = todayOf(leads[0]!);
  const [date, setDate] = useState<string | null>(addDays(today, 1));
  const [agent, setAgent] = useState<ComboboxOption | null>(null);
  const [errors, setErrors] = useState<Wrong>({});
  const [results, setResults] = useState<Readonly<Record<string, Result>> | null>(null);
  const many = leads.length === 1 ? leads[0]!.client.name : `${leads.length} leads`;
  const isRunning = results !== null && Object.values(results).includes('busy');
  const failures = leads.filter(({ id }) => mayTryAgain(results?.[id]));

  const title = `${WORDS[action].verb} ${many}`;
  const why = reason.trim();

  const isSo: Record<BulkAction, (lead: LeadRow) => boolean> = {
    archive: (lead) => lead.isArchived,
    assign: (lead) => lead.assignedAgent?.id === agent?.id,
    'follow-up': ({ followUp }) => followUp?.date === date && followUp?.reason === why,
  };
  const wrong: Record<BulkAction, () => Wrong> = {
    archive: () => ({ reason: needsReason(reason) }),
    assign: () => ({ agent: agent === null && 'Choose an agent.' }),
    'follow-up': () => ({ date: wrongFollowUp(date, today), reason: needsReason(reason) }),
  };
  const write = {
    archive: (by, lead) => mutate(by, ArchiveAgentLeadDocument, { ...lead, reason: why }),
    assign: (by, lead) => mutate(by, AssignAgentLeadDocument, { ...lead, agentId: agent!.id }),
    'follow-up': (by, lead) => mutate(by, FollowUpDocument, { ...lead, date: date!, reason: why }),
  } satisfies Record<BulkAction, Write>;

  /**
   * Acts on one lead. `isAgain`: the lead is loaded again first, because it has changed, or the response was lost and
   * the action may be done already.
   */
  async function act(seen: LeadRow, isAgain: boolean): Promise<Result> {
    try {
      const lead = isAgain
        ? (
            await client.query({
              query: MovedAgentLeadDocument,
              variables: { id: seen.id },
              fetchPolicy: 'network-only',
            })
          ).data!.agentLead
        : seen;
      if (isAgain && isSo[action](lead)) return 'done';
      const isOff = isAgain ? whyNot(lead, WORDS[action].move) : null;
      if (isOff) return { problem: isOff, isFinal: true };
      const { id, version } = lead;
      await write[action]({ client, key: crypto.randomUUID() }, { leadId: id, version });
      return 'done';
    } catch (error) {
      return failureOf(error);
    }
  }

  async function run(all: readonly LeadRow[], isAgain = false): Promise<void> {
    const found = wrong[action]();
    setErrors(found);
    if (Object.values(found).some(Boolean)) return;
    setResults((before) => ({ ...before, ...Object.fromEntries(all.map(({ id }) => [id, 'busy' as const])) }));
    // Sequentially: in parallel they would only queue at the server, and the person is watching.
    for (const lead of all) {
      const result = await act(lead, isAgain);
      setResults((before) => ({ ...before, [lead.id]: result }));
    }
  }
  function finish(): void {
    setReason('');
    onClose(true);
  }
  async function searchAgents(query: string): Promise<ComboboxOption[]> {
    const { data } = await client.query({ query: ChoicesDocument, variables: { list: 'agents', query } });
    return (data?.choices ?? []).map(({ id, label, hint }) => ({ id, label, hint: hint ?? undefined }));
  }

  return (
    <Dialog
      open
      onClose={() => !isRunning && (results ? finish() : onClose(false))}
      title={title}
      footer={
        results ? (
          <>
            {failures.length > 0 && !isRunning && (
              <Button onClick={() => void run(failures, true)}>
                Try {failures.length === 1 ? 'it' : 'those'} again
              </Button>
            )}
            <Button variant="primary" busy={isRunning} onClick={finish}>
              Done
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => onClose(false)}>Cancel</Button>
            <Button variant="primary" onClick={() => void run(leads)}>
              {title}
            </Button>
          </>
        )
      }
    >
      {results ? (
        <BulkResults leads={leads} results={results} done={WORDS[action].done} />
      ) : action === 'archive' ? (
        <ReasonField
          usual={archiveReasons}
          value={reason}
          error={errors.reason || undefined}
          onChange={setReason}
          help="Each lead can be restored to its place from the archive."
        />
      ) : action === 'follow-up' ? (
        <div className="space-y-4">
          <FollowUpDate
            label={`Get back to the ${leads.length === 1 ? 'client' : 'clients'} on`}
            today={today}
            date={date}
            error={errors.date || undefined}
            onChange={setDate}
          />
          <ReasonField
            usual={USUAL_FOLLOW_UPS}
            value={reason}
            error={errors.reason || undefined}
            onChange={setReason}
          />
        </div>
      ) : (
        <Field label="Agent" error={errors.agent || undefined}>
          <Combobox value={agent} search={searchAgents} placeholder="Name" onChange={setAgent} />
        </Field>
      )}
    </Dialog>
  );
}

/** Why a lead that was loaded again no longer allows it; null if it does. */
function whyNot(lead: LeadRow, event: AgentMove): string | null {
  const move = movesOf(lead).find((one) => one.event === event);
  if (move?.isAllowed) return null;
  return move ? `${whyOff(move.unmet)}.` : `Not possible where it is now: ${placeName(lifecycleOf(lead).place)}.`;
}

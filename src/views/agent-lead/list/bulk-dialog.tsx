import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import {
  ArchiveAgentLeadDocument,
  AssignAgentLeadDocument,
  ChoicesDocument,
  MovedAgentLeadDocument,
} from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Combobox, type ComboboxOption } from '#src/views/ui/combobox.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import type { LeadRow } from '../lead-lifecycle.ts';
import { useArchiveReasons } from '../moves/use-archive-reasons.ts';
import { needsReason, ReasonField } from '../moves/reason-field.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { BulkResults, type Result } from './bulk-results.tsx';

interface BulkDialogProps {
  action: 'archive' | 'assign';
  leads: readonly LeadRow[];
  /** True once anything was done. */
  onClose: (isDone: boolean) => void;
}

/** One thing done to many leads, each on its own: what worked and what did not is said lead by lead. */
export default function BulkDialog({ action, leads: chosen, onClose }: BulkDialogProps) {
  const archiveReasons = useArchiveReasons();
  const client = useApolloClient();
  // The list behind loses the leads that are done; the dialog goes on telling of them.
  const [leads] = useState(chosen);
  const [reason, setReason] = useState('');
  const [agent, setAgent] = useState<ComboboxOption | null>(null);
  const [error, setError] = useState<string>();
  const [results, setResults] = useState<Readonly<Record<string, Result>> | null>(null);
  const many = leads.length === 1 ? leads[0]!.client.name : `${leads.length} leads`;
  const isRunning = results !== null && Object.values(results).includes('busy');
  const failures = leads.filter(({ id }) => typeof results?.[id] === 'object');

  const isSo = (lead: LeadRow): boolean =>
    action === 'archive' ? lead.isArchived : lead.assignedAgent?.id === agent?.id;

  /** Does it to one lead. `isAgain`: the lead is read anew first, for it has changed, or the answer was lost and it is done. */
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
      if (isAgain && isSo(lead)) return 'done';
      const { id, version } = lead;
      const by = { client, key: crypto.randomUUID() };
      await (action === 'archive'
        ? mutate(by, ArchiveAgentLeadDocument, { leadId: id, version, reason: reason.trim() })
        : mutate(by, AssignAgentLeadDocument, { leadId: id, version, agentId: agent!.id }));
      return 'done';
    } catch (problem) {
      return { problem: problemOf(problem).detail ?? 'No response from the server.' };
    }
  }

  async function run(all: readonly LeadRow[], isAgain = false): Promise<void> {
    const wrong = action === 'archive' ? needsReason(reason) : agent === null && 'Choose an agent.';
    if (wrong) return setError(wrong);
    setError(undefined);
    setResults((before) => ({ ...before, ...Object.fromEntries(all.map(({ id }) => [id, 'busy' as const])) }));
    // One after the other: many at once would only wait in line at the server, and a person reads along.
    for (const lead of all) {
      const result = await act(lead, isAgain);
      setResults((before) => ({ ...before, [lead.id]: result }));
    }
  }
  async function searchAgents(query: string): Promise<ComboboxOption[]> {
    const { data } = await client.query({ query: ChoicesDocument, variables: { list: 'agents', query } });
    return (data?.choices ?? []).map(({ id, label, hint }) => ({ id, label, hint: hint ?? undefined }));
  }

  return (
    <Dialog
      open
      onClose={() => !isRunning && onClose(results !== null)}
      title={action === 'archive' ? `Archive ${many}` : `Assign ${many}`}
      footer={
        results ? (
          <>
            {failures.length > 0 && !isRunning && (
              <Button onClick={() => void run(failures, true)}>
                Try {failures.length === 1 ? 'it' : 'those'} again
              </Button>
            )}
            <Button variant="primary" busy={isRunning} onClick={() => onClose(true)}>
              Done
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => onClose(false)}>Cancel</Button>
            <Button variant="primary" onClick={() => void run(leads)}>
              {action === 'archive' ? `Archive ${many}` : `Assign ${many}`}
            </Button>
          </>
        )
      }
    >
      {results ? (
        <BulkResults leads={leads} results={results} done={action === 'archive' ? 'Archived' : 'Assigned'} />
      ) : action === 'archive' ? (
        <ReasonField
          usual={archiveReasons}
          value={reason}
          error={error}
          onChange={setReason}
          help="Each lead can be restored to its place from the archive."
        />
      ) : (
        <Field label="Agent" error={error}>
          <Combobox value={agent} search={searchAgents} placeholder="Name" onChange={setAgent} />
        </Field>
      )}
    </Dialog>
  );
}

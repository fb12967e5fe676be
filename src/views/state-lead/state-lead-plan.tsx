import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  AssignStateLeadDocument,
  PlanStateLeadFollowUpDocument,
  StateLeadPeopleDocument,
} from '#src/generated/graphql/graphql.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { Button } from '#src/views/ui/button.tsx';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { showDate, today } from '#src/views/ui/dates.ts';
import { Field } from '#src/views/ui/field.tsx';
import { useWrite } from '#src/views/ui/use-write.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { Select } from '#src/views/ui/select.tsx';
import { actionOf, type StateLeadRow } from './state-lead-names.ts';

const SOON: [string, number][] = [
  ['Tomorrow', 1],
  ['In 3 days', 3],
  ['In a week', 7],
];

/** When to look at a lead again, and its assignee; each is saved as it is selected. */
export function StateLeadPlan({ lead, onStale }: { lead: StateLeadRow; onStale: () => void }) {
  const client = useApolloClient();
  const { data } = useQuery(StateLeadPeopleDocument);
  const { busy: name, write } = useWrite();
  const busy = name !== null;
  // A typed date is saved by its button: otherwise intermediate dates would be sent, too.
  const [typed, setTyped] = useState<string | null>(null);
  const { id, version, followUpDate, assignee } = lead;
  const may = actionOf(lead, 'follow-up.set')?.may ?? false;

  const save = (send: () => Promise<unknown>, done: string) =>
    write({
      send,
      done,
      failed: 'Nothing was changed. Try again.',
      refused: (error) => void (problemOf(error).status === 409 && onStale()),
    }).then((isDone) => isDone && setTyped(null));
  const plan = (date: string | null) =>
    void save(
      () => client.mutate({ mutation: PlanStateLeadFollowUpDocument, variables: { id, followUpDate: date, version } }),
      date === null ? 'Follow-up removed' : `Follow-up set for ${showDate(date)}`,
    );
  const assign = (assigneeId: string | null) =>
    void save(
      () => client.mutate({ mutation: AssignStateLeadDocument, variables: { id, assigneeId, version } }),
      assigneeId === null ? 'Assigned to nobody' : 'Lead assigned',
    );

  const people = data?.stateLeadPeople ?? [];
  // Someone who has left is still shown, but can no longer be selected.
  const shown = assignee && !people.some((one) => one.id === assignee.id) ? [assignee, ...people] : people;
  const day = typed ?? followUpDate ?? null;
  return (
    <div className="space-y-4">
      <div>
        <Field
          label="Follow up on"
          id="follow-up"
          help={lead.isDue ? 'Due. It is on top of your list.' : 'We email a reminder that morning.'}
        >
          <DateInput value={day} min={today()} disabled={!may} onChange={setTyped} />
        </Field>
        <div className="mt-2 flex flex-wrap gap-2">
          {typed !== null && typed !== followUpDate ? (
            <Button busy={busy} disabled={!may} onClick={() => plan(typed)}>
              Save follow-up
            </Button>
          ) : followUpDate ? (
            <Button busy={busy} disabled={!may} onClick={() => plan(null)}>
              Remove follow-up
            </Button>
          ) : (
            SOON.map(([label, days]) => (
              <Button key={label} disabled={!may || busy} onClick={() => plan(addDays(today(), days))}>
                {label}
              </Button>
            ))
          )}
        </div>
      </div>
      <Field label="Assigned to" id="assignee">
        <Select
          value={assignee?.id ?? ''}
          disabled={!may || busy}
          placeholder="Nobody"
          options={shown.map((one) => ({ value: one.id, label: one.name }))}
          onChange={(event) => assign(event.currentTarget.value || null)}
        />
      </Field>
    </div>
  );
}

import { useApolloClient, useQuery } from '@apollo/client/react';
import { EditableAgentLeadDocument, EditAgentLeadDocument, type StopRole } from '#src/generated/graphql/graphql.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import type { LeadDetail, MoveFormProps, PickUpDays } from '../moves/use-move.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { todayOf } from '../lead-lifecycle.ts';
import { changesOf, draftOf, type LeadDraft } from './lead-draft.ts';
import { LeadDialog } from './lead-dialog.tsx';
import type { LeadPath } from './lead-field.tsx';
import { LeadForm } from './lead-form.tsx';

/** The first field of the detail to fill in. */
function fieldOf(detail: LeadDetail, stops: readonly { role: StopRole }[]): LeadPath {
  if (detail === 'email') return 'client.email';
  const wanted = detail === 'destination' ? 'drop_off' : 'pick_up';
  const at = Math.max(
    0,
    stops.findIndex(({ role }) => role === wanted),
  );
  return `stops.${at}.${detail === 'dates' ? 'earliest' : 'zip'}`;
}

function withDays(draft: LeadDraft, { first, last }: PickUpDays): LeadDraft {
  const pickUp = draft.stops.find(({ role }) => role === 'pick_up');
  return {
    ...draft,
    stops: draft.stops.map((stop) => (stop === pickUp ? { ...stop, earliest: first, latest: last } : stop)),
  };
}

/** Everything an agent can change about a lead, loaded again so that the form starts from current data. */
export default function EditLead({ lead, detail, days, onClose, onDone }: MoveFormProps) {
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(EditableAgentLeadDocument, {
    variables: { id: lead.id },
    fetchPolicy: 'no-cache',
  });
  const editable = data?.agentLead;
  return (
    <LeadDialog title={`Edit ${lead.client.name}`} onClose={onClose}>
      {(footer) => {
        if (error && !editable)
          return <FailedState title="The lead could not be loaded" onRetry={() => void refetch()} />;
        if (!editable) {
          return (
            <Loading label="Loading the lead…">
              <TextBones lines={8} />
            </Loading>
          );
        }
        return (
          <LeadForm
            footer={footer}
            lead={lead}
            version={editable.version}
            today={todayOf(lead)}
            initial={draftOf(editable)}
            suggested={days && withDays(draftOf(editable), days)}
            focus={detail && fieldOf(detail, editable.stops)}
            save={(by, draft, base) =>
              mutate(by, EditAgentLeadDocument, {
                id: lead.id,
                version: base.version,
                input: changesOf(base.values, draft),
              })
            }
            readAgain={async () => {
              const { data: now } = await client.query({
                query: EditableAgentLeadDocument,
                variables: { id: lead.id },
                fetchPolicy: 'no-cache',
              });
              const saved = now!.agentLead;
              return { version: saved.version, values: draftOf(saved) };
            }}
            done={({ client }) => `${client.name} saved`}
            onClose={onClose}
            onDone={() => onDone?.()}
          />
        );
      }}
    </LeadDialog>
  );
}

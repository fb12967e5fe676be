import { useQuery } from '@apollo/client/react';
import { type AgentLeadEditableFragment, EditableAgentLeadDocument, EditAgentLeadDocument } from '#src/generated/graphql/graphql.ts';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { type MoveFormProps, mutate } from '../moves/use-move.ts';
import { draftOf, inputOf } from './lead-draft.ts';
import { LeadForm } from './lead-form.tsx';

/** Everything of a lead that an agent can change, read anew so that the form begins with the truth. */
export default function EditLead({ lead, onClose, onDone }: MoveFormProps) {
  const { data, error, refetch } = useQuery(EditableAgentLeadDocument, { variables: { id: lead.id }, fetchPolicy: 'no-cache' });
  // Unmasking does nothing at run time.
  const editable = data?.agentLead as unknown as AgentLeadEditableFragment | undefined;
  if (!editable) {
    return (
      <Dialog open onClose={onClose} title={`Edit ${lead.client.name}`}>
        {error ? (
          <FailedState title="The lead could not be loaded" onRetry={() => void refetch()} />
        ) : (
          <Loading label="Loading the lead…">
            <TextBones lines={8} />
          </Loading>
        )}
      </Dialog>
    );
  }
  return (
    <LeadForm
      lead={lead}
      version={editable.version}
      initial={draftOf(editable)}
      save={(by, draft) => mutate(by, EditAgentLeadDocument, { id: lead.id, version: by.version, input: inputOf(draft) })}
      done={({ client }) => `${client.name} saved`}
      onClose={onClose}
      onDone={() => onDone?.()}
    />
  );
}

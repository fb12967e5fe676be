import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import {
  RenameAgentDocument,
  SetAgentRightsDocument,
  type TeamMemberRowFragment,
} from '#src/generated/graphql/graphql.ts';
import { Callout } from '#src/views/ui/callout.tsx';
import { FormDialog } from '#src/views/ui/form-dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { RightBoxes } from './right-boxes.tsx';

interface EditProps {
  /** The member as it was when the dialog was opened: the request names this version. */
  member: TeamMemberRowFragment;
  onClose: () => void;
  /** It has changed since it was seen: the list shows its current state. */
  onStale: () => void;
  onSaved: (member: TeamMemberRowFragment) => void;
}

export function RenameAgent({ member, onClose, onStale, onSaved }: EditProps) {
  const client = useApolloClient();
  const [name, setName] = useState(member.name);
  const { version, id } = member;
  return (
    <EditDialog
      title={`Rename ${member.name}`}
      action="Save name"
      errors={{ name: name.trim() === '' && 'Enter a name.' }}
      send={async () =>
        (await client.mutate({ mutation: RenameAgentDocument, variables: { id, version, name: name.trim() } })).data!
          .renameAgent
      }
      {...{ onClose, onStale, onSaved }}
    >
      {(errors) => (
        <Field label="Name" id="name" help="Visible to clients and colleagues." error={errors.name}>
          <Input
            autoComplete="off"
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Field>
      )}
    </EditDialog>
  );
}

export function ChangeRights({ member, onClose, onStale, onSaved }: EditProps) {
  const client = useApolloClient();
  const [rights, setRights] = useState<string[]>([...member.rights]);
  const { version, id } = member;
  return (
    <EditDialog
      title={`What ${member.name} can do`}
      action="Save rights"
      errors={{}}
      send={async () =>
        (await client.mutate({ mutation: SetAgentRightsDocument, variables: { id, version, rights } })).data!
          .setAgentRights
      }
      {...{ onClose, onStale, onSaved }}
    >
      {() => (
        <>
          <p className="text-gray-600">
            Every agent can work with leads, chats, and carriers. These rights are added and take effect right away.
          </p>
          <RightBoxes value={rights} onChange={setRights} />
        </>
      )}
    </EditDialog>
  );
}

interface EditDialogProps extends Pick<EditProps, 'onClose' | 'onStale' | 'onSaved'> {
  title: string;
  action: string;
  errors: Record<string, string | false>;
  send: () => Promise<TeamMemberRowFragment>;
  children: (errors: Readonly<Record<string, string>>) => React.ReactNode;
}

function EditDialog({ title, action, errors: found, send, onClose, onStale, onSaved, children }: EditDialogProps) {
  const notify = useNotify();
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: found,
    send,
    done: (saved) => {
      notify.done(`${saved.name} was changed`);
      onSaved(saved);
      onClose();
    },
    refused: () => {
      onStale();
      return false;
    },
    fallback: 'Couldn’t save. Try again.',
  });
  return (
    <FormDialog onClose={onClose} title={title} verb={action} busy={busy} onSubmit={(event) => void submit(event)}>
      {problem && <Callout color="red" title={problem} />}
      <FormErrors errors={errors} attempt={attempt} />
      {children(errors)}
    </FormDialog>
  );
}

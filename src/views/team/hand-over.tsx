import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { HandOverWorkDocument, type TeamMemberRowFragment } from '#src/generated/graphql/graphql.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import { Callout } from '#src/views/ui/callout.tsx';
import { FormDialog } from '#src/views/ui/form-dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { Select } from '#src/views/ui/select.tsx';
import { useSubmit } from '#src/views/ui/use-submit.ts';

interface HandOverProps {
  member: TeamMemberRowFragment;
  /** The agents who can take over. */
  takers: readonly TeamMemberRowFragment[];
  onClose: () => void;
  onChanged: () => void;
}

/** "3 leads and 1 chat" */
export const showWork = ({ leads, chats }: Pick<TeamMemberRowFragment, 'leads' | 'chats'>): string =>
  [leads > 0 && showCount(leads, 'lead'), chats > 0 && showCount(chats, 'chat')].filter(Boolean).join(' and ');

/** Transfers all of an agent's work to another one. */
export function HandOver({ member, takers, onClose, onChanged }: HandOverProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const [to, setTo] = useState('');
  const { id, version, leads, chats } = member;
  const taker = takers.find((one) => one.id === to);
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: { to: to === '' && 'Choose an agent.' },
    send: () => client.mutate({ mutation: HandOverWorkDocument, variables: { id, version, leads, chats, to } }),
    done: () => {
      notify.done(`${showWork(member)} handed over to ${taker?.name}`);
      onChanged();
      onClose();
    },
    refused: () => {
      onChanged();
      return false;
    },
    fallback: 'Couldn’t hand it over. Try again.',
  });
  return (
    <FormDialog
      onClose={onClose}
      title={`Hand over ${member.name}’s work?`}
      size="sm"
      verb={<>Hand over {showWork(member)}</>}
      busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      {problem && <Callout color="red" title={problem} />}
      <FormErrors errors={errors} attempt={attempt} />
      <p className="text-gray-600">
        {showWork(member)} of {member.name} {leads + chats === 1 ? 'goes' : 'go'} to another agent, and the history of
        each says so. Archived leads and closed chats stay as they are.
      </p>
      <Field label="To" id="to" error={errors.to}>
        <Select
          placeholder="Choose an agent"
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          options={takers.map(({ id: value, name }) => ({ value, label: name }))}
        />
      </Field>
    </FormDialog>
  );
}

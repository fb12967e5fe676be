import { type ReactNode, useState } from 'react';
import { Callout } from './callout.tsx';
import { Field } from './field.tsx';
import { FormErrors } from './form-errors.tsx';
import { Input } from './input.tsx';
import { useNotify } from './notify-context.ts';
import { useSubmit } from './use-submit.ts';

interface Invitation {
  /** Whose name and email address to enter: "the agent". */
  whom: string;
  /** The prefix of the fields' ids. */
  prefix: string;
  send: (person: { name: string; email: string }) => Promise<unknown>;
  done: () => void;
}

/** An invitation by email: recipient, errors, and submission. Render `problems` above `fields`. */
export function useInvitation({ whom, prefix, send, done }: Invitation) {
  const notify = useNotify();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [nameId, emailId] = [`${prefix}-name`, `${prefix}-email`];
  const person = { name: name.trim(), email: email.trim() };
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: {
      [nameId]: person.name === '' && `Enter the name of ${whom}.`,
      [emailId]: !/^\S+@\S+\.\S+$/.test(person.email) && `Enter the email address of ${whom}.`,
    },
    names: { name: nameId, email: emailId },
    send: () => send(person),
    done: () => {
      notify.done(`The invitation to ${person.email} is on its way`);
      setName('');
      setEmail('');
      done();
    },
    fallback: 'Couldn’t send the invitation. Try again.',
  });
  const problems: ReactNode = (
    <>
      {problem && <Callout color="red" title={problem} />}
      <FormErrors errors={errors} attempt={attempt} />
    </>
  );
  const fields: ReactNode = (
    <>
      <Field label="Name" id={nameId} error={errors[nameId]}>
        <Input
          autoComplete="off"
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Field>
      <Field label="Email" id={emailId} error={errors[emailId]}>
        <Input
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </Field>
    </>
  );
  return { busy, submit, problems, fields };
}

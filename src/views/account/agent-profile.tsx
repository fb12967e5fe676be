import { useApolloClient } from '@apollo/client/react';
import { type FormEvent, useState } from 'react';
import { type AgentProfileQuery, UpdateAgentDocument } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { showPhone } from '#src/views/ui/phone.ts';
import { PhoneInput } from '#src/views/ui/phone-input.tsx';
import { problemOf } from '#src/views/ui/problem.ts';

type Agent = AgentProfileQuery['me'];

interface AgentProfileProps {
  agent: Agent;
  /** Reads the profile again, after somebody else wrote it. */
  onStale: () => Promise<Agent | undefined>;
  /** The name is shown elsewhere, too. */
  onSaved: () => void;
}

/** Who the agent is to colleagues and in mails to clients. */
export function AgentProfile({ agent, onStale, onSaved }: AgentProfileProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const [name, setName] = useState(agent.name);
  const [phone, setPhone] = useState(agent.phone ?? '');
  const [base, setBase] = useState(agent);
  const [newer, setNewer] = useState<Agent | null>(null);
  const [busy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [answered, setAnswered] = useState<Readonly<Record<string, string>>>({});

  const missing: Record<string, string> = {
    ...(name.trim() === '' && { name: 'Enter your name.' }),
    ...(phone !== '' && !/^\+1\d{10}$/.test(phone) && { phone: 'Enter all ten digits, or leave it empty.' }),
  };
  const errors: Record<string, string> = attempt > 0 ? { ...answered, ...missing } : {};
  const isChanged = name.trim() !== base.name || phone !== (base.phone ?? '');

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setAttempt((count) => count + 1);
    setAnswered({});
    if (Object.keys(missing).length > 0) return;
    setBusy(true);
    try {
      const { data } = await client.mutate({ mutation: UpdateAgentDocument, variables: { name: name.trim(), phone: phone || null, version: base.version } });
      if (data) setBase(data.updateAgent);
      setNewer(null);
      setAttempt(0);
      notify.done('Profile saved');
      onSaved();
    } catch (error) {
      const { status, fields, detail } = problemOf(error);
      if (status === 409) setNewer((await onStale().catch(() => undefined)) ?? null);
      else if (Object.keys(fields).length > 0) setAnswered(fields);
      else notify.failed(error, detail ?? 'The profile could not be saved. Try again.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate className="max-w-160 space-y-4" onSubmit={(event) => void save(event)}>
      {newer && (
        <Callout
          color="amber"
          role="alert"
          title="Your profile was changed elsewhere meanwhile"
          action={
            <Button
              size="sm"
              onClick={() => {
                setBase(newer);
                setNewer(null);
              }}
            >
              Keep what I typed
            </Button>
          }
        >
          It is now {newer.name}
          {newer.phone && `, ${showPhone(newer.phone)}`}. What you typed was not saved yet.
        </Callout>
      )}
      <FormErrors errors={errors} attempt={attempt} />
      <Field label="Name" id="name" error={errors.name} help="Colleagues and clients see it.">
        <Input autoComplete="name" maxLength={120} value={name} onChange={(event) => setName(event.currentTarget.value)} />
      </Field>
      <Field label="Phone" optional id="phone" error={errors.phone}>
        <PhoneInput value={phone} onChange={setPhone} />
      </Field>
      <Field label="E-mail" id="email" help="You sign in with it; it cannot be changed here.">
        <Input type="email" readOnly value={agent.email} />
      </Field>
      <div className="flex gap-2 pt-2">
        <Button type="submit" variant="primary" busy={busy} disabled={!isChanged || newer !== null}>
          Save profile
        </Button>
        {isChanged && (
          <Button
            variant="ghost"
            onClick={() => {
              setName(base.name);
              setPhone(base.phone ?? '');
              setAttempt(0);
            }}
          >
            Discard changes
          </Button>
        )}
      </div>
    </form>
  );
}

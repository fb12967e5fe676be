import { useState } from 'react';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { showPhone } from '#src/views/ui/phone.ts';
import { PhoneInput } from '#src/views/ui/phone-input.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';

export interface Profile {
  name: string;
  phone?: string | null;
  version: number;
}

interface ProfileFormProps {
  profile: Profile;
  /** Who sees the name. */
  help: string;
  save: (changes: { name: string; phone: string | null; version: number }) => Promise<Profile | undefined>;
  /** Reads the profile again, after somebody else wrote it. */
  readAgain: () => Promise<Profile | undefined>;
  /** The name is shown elsewhere, too. */
  onSaved: () => void;
}

/** Name and phone of the person who is signed in. */
export function ProfileForm({ profile, help, save, readAgain, onSaved }: ProfileFormProps) {
  const notify = useNotify();
  const [name, setName] = useState(profile.name);
  const [phone, setPhone] = useState(profile.phone ?? '');
  const [base, setBase] = useState(profile);
  const [newer, setNewer] = useState<Profile | null>(null);
  const isChanged = name.trim() !== base.name || phone !== (base.phone ?? '');
  const { busy, attempt, errors, problem, submit, reset } = useSubmit({
    errors: {
      name: name.trim() === '' && 'Enter your name.',
      phone: phone !== '' && !/^\+1\d{10}$/.test(phone) && 'Enter all ten digits, or leave it empty.',
    },
    send: () => save({ name: name.trim(), phone: phone || null, version: base.version }),
    done: (saved) => {
      if (saved) setBase(saved);
      setNewer(null);
      notify.done('Profile saved');
      onSaved();
    },
    fallback: 'The profile could not be saved. Try again.',
    refused: (error) => {
      if (problemOf(error).status !== 409) return false;
      void readAgain().then((current) => setNewer(current ?? null));
      return true;
    },
  });

  return (
    <form noValidate className="max-w-160 space-y-4" onSubmit={(event) => void submit(event)}>
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
      {problem && <Callout color="red" title={problem} />}
      <FormErrors errors={errors} attempt={attempt} />
      <Field label="Name" id="name" error={errors.name} help={help}>
        <Input autoComplete="name" maxLength={120} value={name} onChange={(event) => setName(event.currentTarget.value)} />
      </Field>
      <Field label="Phone" optional id="phone" error={errors.phone}>
        <PhoneInput value={phone} onChange={setPhone} />
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
              reset();
            }}
          >
            Discard changes
          </Button>
        )}
      </div>
    </form>
  );
}

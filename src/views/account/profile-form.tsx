import { useState } from 'react';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { MergeConflict } from '#src/views/ui/merge-conflict.tsx';
import { isEqual } from '#src/machines/draft/merge-draft.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { showPhone } from '#src/machines/phone/phone.ts';
import { isWholePhone } from '#src/machines/phone/read-phone.ts';
import { PhoneInput } from '#src/views/ui/phone-input.tsx';
import { isConflict, saveMerged, type Typed, useMergedDraft } from '#src/views/ui/use-merged-draft.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';

export interface Profile {
  name: string;
  phone?: string | null;
  version: number;
}

interface ProfileFormProps {
  /** The profile as saved now. */
  profile: Profile;
  /** Who sees the name. */
  help: string;
  save: (changes: { name: string; phone: string | null; version: number }) => Promise<unknown>;
  /** Loads the profile again, after it was written here or elsewhere. */
  readAgain: () => Promise<Profile>;
  /** The name is shown elsewhere, too. */
  onSaved: () => void;
}

interface Fields {
  name: string;
  phone: string;
}
const fieldsOf = ({ name, phone }: Profile): Fields => ({ name, phone: phone ?? '' });
const NAMES: Record<string, string> = { name: 'Name', phone: 'Phone' };

/** Name and phone of the signed-in person. */
export function ProfileForm({ profile, help, save, readAgain, onSaved }: ProfileFormProps) {
  const notify = useNotify();
  const saved = fieldsOf(profile);
  const form = useMergedDraft<Fields>(saved, useState<Typed<Fields> | null>(null));
  const { name, phone } = form.values;
  const { busy, attempt, errors, problem, submit, reset } = useSubmit({
    errors: {
      name: name.trim() === '' && 'Enter your name.',
      phone: phone !== '' && !isWholePhone(phone) && 'Enter all ten digits, or leave it empty.',
    },
    async send() {
      await saveMerged({
        version: profile.version,
        write: (version) => save({ name: name.trim(), phone: phone || null, version }),
        readAgain,
        isUntouched: (now) => isEqual(fieldsOf(now), saved),
      });
      return readAgain();
    },
    done() {
      form.drop();
      notify.done('Profile saved');
      onSaved();
    },
    fallback: 'Couldn’t save the profile. Try again.',
    refused: isConflict,
  });

  return (
    <form noValidate className="max-w-160 space-y-4" onSubmit={(event) => void submit(event)}>
      <MergeConflict
        what="your profile"
        attempt={attempt}
        taken={form.taken}
        conflicts={form.conflicts}
        nameOf={(path) => NAMES[path]!}
        show={(value, path) => (path === 'phone' ? showPhone(value as string) : (value as string)) || 'none'}
        onChoose={form.choose}
      />
      {problem && <Callout color="red" title={problem} />}
      <FormErrors errors={errors} attempt={attempt} />
      <Field label="Name" id="name" error={errors.name} help={help}>
        <Input
          autoComplete="name"
          maxLength={120}
          value={name}
          onChange={(event) => form.change({ name: event.currentTarget.value })}
        />
      </Field>
      <Field label="Phone" optional id="phone" error={errors.phone}>
        <PhoneInput value={phone} onChange={(next) => form.change({ phone: next })} />
      </Field>
      <div className="flex gap-2 pt-2">
        <Button type="submit" variant="primary" busy={busy} disabled={!form.isChanged || form.conflicts.length > 0}>
          Save profile
        </Button>
        {form.isChanged && (
          <Button
            variant="ghost"
            onClick={() => {
              form.drop();
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

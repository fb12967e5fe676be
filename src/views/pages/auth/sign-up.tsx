import { useState } from 'react';
import { useLocation } from 'wouter';
import { SignUpDocument } from '#src/generated/graphql/graphql.ts';
import { passwordProblem } from '#src/machines/account/password.ts';
import { NewPassword } from '#src/views/account/new-password.tsx';
import { hrefs } from '#src/views/hrefs.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { PhoneInput } from '#src/views/ui/phone-input.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { emailProblem, missing, phoneProblem } from './check.ts';
import type { DoorProps } from './doors.tsx';
import { keepSentMail } from './sent-mail.ts';
import { SignUpForm } from './sign-up-form.tsx';

const EMPTY = { companyName: '', name: '', email: '', phone: '' };

/** A moving company opens its account; the person who fills this in becomes its mover. */
export default function SignUp({ platform }: DoorProps) {
  const [, navigate] = useLocation();
  const [kept, keep] = useDraft<typeof EMPTY>('sign-up', 1, 'tab');
  const draft = kept ?? EMPTY;
  const change = (part: Partial<typeof EMPTY>) => keep({ ...draft, ...part });
  const [password, setPassword] = useState('');
  const email = draft.email.trim();
  const who = { email, name: `${draft.name} ${draft.companyName}` };
  const key = useSendKey({ ...draft, password });
  const form = useSubmit({
    errors: {
      'company-name': missing(draft.companyName, 'Enter the name of your company.'),
      name: missing(draft.name, 'Enter your name.'),
      email: emailProblem(draft.email),
      phone: draft.phone === '' ? null : phoneProblem(draft.phone),
      'new-password': passwordProblem(password, who),
    },
    names: { company_name: 'company-name', password: 'new-password' },
    send: () =>
      ask(
        SignUpDocument,
        { companyName: draft.companyName.trim(), name: draft.name.trim(), email, phone: draft.phone || null, password },
        { key },
      ),
    done() {
      keepSentMail('confirmation', email);
      navigate(hrefs.door(platform, 'verification-sent'));
    },
    fallback: 'Couldn’t create the account. Check your connection and try again.',
  });
  const { errors } = form;
  return (
    <SignUpForm title="Sign up for the lead portal" platform={platform} form={form}>
      <Field label="Company" id="company-name" error={errors['company-name']}>
        <Input
          autoComplete="organization"
          maxLength={120}
          value={draft.companyName}
          onChange={(event) => change({ companyName: event.currentTarget.value })}
        />
      </Field>
      <Field label="Your name" id="name" error={errors.name}>
        <Input
          autoComplete="name"
          maxLength={120}
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      </Field>
      <Field label="Email" id="email" error={errors.email} help="You’ll use it to sign in.">
        <Input
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          maxLength={254}
          value={draft.email}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
      </Field>
      <Field label="Phone" optional id="phone" error={errors.phone}>
        <PhoneInput value={draft.phone} onChange={(phone) => change({ phone })} />
      </Field>
      <NewPassword
        id="new-password"
        label="Password"
        value={password}
        onChange={setPassword}
        error={errors['new-password']}
        who={who}
      />
    </SignUpForm>
  );
}

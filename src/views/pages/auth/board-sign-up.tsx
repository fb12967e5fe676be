import { useState } from 'react';
import { useLocation } from 'wouter';
import { SignUpCarrierDocument } from '#src/generated/graphql/graphql.ts';
import { passwordProblem } from '#src/machines/account/password.ts';
import { NewPassword } from '#src/views/account/new-password.tsx';
import { hrefs } from '#src/views/hrefs.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { MaskedInput } from '#src/views/ui/masked-input.tsx';
import { PhoneInput } from '#src/views/ui/phone-input.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { emailProblem, missing, phoneProblem, usdotProblem } from './check.ts';
import { keepSentMail } from './sent-mail.ts';
import { SignUpForm } from './sign-up-form.tsx';

const EMPTY = { legalName: '', usdot: '', contactName: '', email: '', phone: '' };

/** A carrier requests access to the board. Its papers and the agreement follow after the first sign-in. */
export default function BoardSignUp() {
  const [, navigate] = useLocation();
  const [kept, keep] = useDraft<typeof EMPTY>('board-sign-up', 1, 'tab');
  const draft = kept ?? EMPTY;
  const change = (part: Partial<typeof EMPTY>) => keep({ ...draft, ...part });
  const [password, setPassword] = useState('');
  const email = draft.email.trim();
  const who = { email, name: `${draft.contactName} ${draft.legalName}` };
  const key = useSendKey({ ...draft, password });
  const form = useSubmit({
    errors: {
      'legal-name': missing(draft.legalName, 'Enter the legal name of your company.'),
      usdot: usdotProblem(draft.usdot),
      'contact-name': missing(draft.contactName, 'Enter your name.'),
      email: emailProblem(draft.email),
      phone: phoneProblem(draft.phone),
      'new-password': passwordProblem(password, who),
    },
    names: { legal_name: 'legal-name', contact_name: 'contact-name', password: 'new-password' },
    send: () =>
      ask(
        SignUpCarrierDocument,
        { ...draft, legalName: draft.legalName.trim(), contactName: draft.contactName.trim(), email, password },
        { key },
      ),
    done() {
      keepSentMail('confirmation', email);
      navigate(hrefs.boardVerificationSent());
    },
    fallback: 'Couldn’t create the account. Check your connection and try again.',
  });
  const { errors } = form;
  return (
    <SignUpForm title="Sign up for the load board" platform="load-board" form={form}>
      <Field
        label="Legal company name"
        id="legal-name"
        error={errors['legal-name']}
        help="As registered with the FMCSA."
      >
        <Input
          autoComplete="organization"
          maxLength={120}
          value={draft.legalName}
          onChange={(event) => change({ legalName: event.currentTarget.value })}
        />
      </Field>
      <Field label="USDOT number" id="usdot" error={errors.usdot}>
        <MaskedInput mask="########" value={draft.usdot} onChange={(usdot) => change({ usdot })} />
      </Field>
      <Field label="Your name" id="contact-name" error={errors['contact-name']}>
        <Input
          autoComplete="name"
          maxLength={120}
          value={draft.contactName}
          onChange={(event) => change({ contactName: event.currentTarget.value })}
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
      <Field label="Phone" id="phone" error={errors.phone}>
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

import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { type AccountFragment, UpdateUserSettingsDocument } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { CallLink } from '#src/views/ui/call-link.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { EmailLink } from '#src/views/ui/email-link.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { MergeConflict } from '#src/views/ui/merge-conflict.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { showPhone } from '#src/machines/phone/phone.ts';
import { isWholePhone } from '#src/machines/phone/read-phone.ts';
import { PhoneInput } from '#src/views/ui/phone-input.tsx';
import { isConflict, saveMerged, type Typed, useMergedDraft } from '#src/views/ui/use-merged-draft.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';

interface CompanyFormProps {
  /** The account as saved now. */
  account: AccountFragment;
  readAgain: () => Promise<AccountFragment>;
  /** Who can change the name of the company; null until it is known. */
  office: { phone: string; email: string } | null;
}

interface Fields {
  phone: string;
}
const fieldsOf = ({ settings }: AccountFragment): Fields => ({ phone: settings.companyPhone ?? '' });

/** The mover's company as shown to clients. */
export function CompanyForm({ account, readAgain, office }: CompanyFormProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const saved = fieldsOf(account);
  const form = useMergedDraft<Fields>(saved, useState<Typed<Fields> | null>(null));
  const { phone } = form.values;
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: {
      'company-phone': phone !== '' && !isWholePhone(phone) && 'Enter all ten digits, or leave it empty.',
    },
    names: { company_phone: 'company-phone' },
    send: () =>
      saveMerged({
        version: account.version,
        write: (version) =>
          client.mutate({ mutation: UpdateUserSettingsDocument, variables: { companyPhone: phone || null, version } }),
        readAgain,
        isUntouched: (now) => fieldsOf(now).phone === saved.phone,
      }),
    done() {
      form.drop();
      notify.done('Company phone saved');
    },
    fallback: 'Couldn’t save the phone number. Try again.',
    refused: isConflict,
  });
  return (
    <form noValidate className="max-w-160 space-y-4" onSubmit={(event) => void submit(event)}>
      <MergeConflict
        what="your company"
        attempt={attempt}
        taken={form.taken}
        conflicts={form.conflicts}
        nameOf={() => 'Company phone'}
        show={(value) => showPhone(value as string) || 'none'}
        onChoose={form.choose}
      />
      {problem && <Callout color="red" title={problem} />}
      <FormErrors errors={errors} attempt={attempt} />
      <Field
        label="Company"
        help={
          office && (
            <>
              To change it, call <CallLink phone={office.phone} /> or write to <EmailLink email={office.email} />.
            </>
          )
        }
      >
        <Input readOnly data-given value={account.settings.companyName ?? ''} />
      </Field>
      <Field
        label="Company phone"
        optional
        id="company-phone"
        error={errors['company-phone']}
        help="Clients find it in your quotes."
      >
        <PhoneInput value={phone} onChange={(next) => form.change({ phone: next })} />
      </Field>
      <Button type="submit" busy={busy} disabled={!form.isChanged || form.conflicts.length > 0}>
        Save company phone
      </Button>
    </form>
  );
}

import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { UpdateUserSettingsDocument } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { PhoneInput } from '#src/views/ui/phone-input.tsx';
import { useSubmit } from '#src/views/ui/use-submit.ts';

/** The mover's company as clients hear of it. */
export function CompanyForm({ companyName, companyPhone }: { companyName: string; companyPhone: string | null }) {
  const client = useApolloClient();
  const notify = useNotify();
  const [phone, setPhone] = useState(companyPhone ?? '');
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: { 'company-phone': phone !== '' && !/^\+1\d{10}$/.test(phone) && 'Enter all ten digits, or leave it empty.' },
    names: { company_phone: 'company-phone' },
    send: () => client.mutate({ mutation: UpdateUserSettingsDocument, variables: { companyPhone: phone || null } }),
    done: () => notify.done('Company phone saved'),
    fallback: 'The phone could not be saved. Try again.',
  });
  return (
    <form noValidate className="max-w-160 space-y-4" onSubmit={(event) => void submit(event)}>
      {problem && <Callout color="red" title={problem} />}
      <FormErrors errors={errors} attempt={attempt} />
      <Field label="Company" help="Write to us to have it changed.">
        <Input readOnly value={companyName} />
      </Field>
      <Field label="Company phone" optional id="company-phone" error={errors['company-phone']} help="Clients find it in your quotes.">
        <PhoneInput value={phone} onChange={setPhone} />
      </Field>
      <Button type="submit" busy={busy} disabled={phone === (companyPhone ?? '')}>
        Save company phone
      </Button>
    </form>
  );
}

import { useApolloClient } from '@apollo/client/react';
import { type ReactNode, useState } from 'react';
import { CompletePolicyDocument, type PolicyKind } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { ChosenFile } from '#src/views/ui/chosen-file.tsx';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { today } from '#src/views/ui/dates.ts';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { MoneyInput } from '#src/views/ui/money-input.tsx';
import { Select } from '#src/views/ui/select.tsx';
import { uploadFile } from '#src/views/ui/upload-file.ts';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { POLICY_MINIMUM, POLICY_NAMES } from './policy-names.ts';
import type { Profile } from './use-carrier-profile.ts';

interface PolicyDraft {
  kind: PolicyKind;
  insurer: string;
  policyNumber: string;
  /** US cents. */
  limit: number | null;
  effective: string | null;
  expiration: string | null;
}

const kinds = (Object.keys(POLICY_NAMES) as PolicyKind[]).map((value) => ({ value, label: POLICY_NAMES[value] }));
const NAMES = {
  kind: 'policy-kind',
  insurer: 'policy-insurer',
  policy_number: 'policy-number',
  limit: 'policy-limit',
  effective: 'policy-effective',
  expiration_date: 'policy-expiration',
  insurance: 'policy-file',
} as const;

/** Preselects a kind that the carrier still lacks. */
const nextKind = ({ insurance }: Profile): PolicyKind => {
  const isHeld = (kind: PolicyKind) => insurance.some((policy) => policy.kind === kind && policy.expiration >= today());
  return isHeld('liability') && !isHeld('cargo') ? 'cargo' : 'liability';
};

interface PolicyFormProps {
  profile: Profile;
  readAgain: () => Promise<Profile>;
  onSaved: (profile: Profile) => void;
  /** An incomplete policy on record: the missing details are requested, its certificate is there. */
  certificate?: Profile['incompleteInsurance'][number];
  /** Beside the button. */
  aside?: ReactNode;
}

/** One policy with its certificate. The draft is kept until it is uploaded; the file only while the page is open. */
export function PolicyForm({ profile, readAgain, onSaved, certificate, aside }: PolicyFormProps) {
  const [kept, keep] = useDraft<PolicyDraft>(`carrier-policy:${certificate?.id ?? profile.id}`);
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const client = useApolloClient();
  const draft = kept ?? {
    kind: certificate?.kind ?? nextKind(profile),
    insurer: certificate?.insurer ?? '',
    policyNumber: certificate?.policyNumber ?? '',
    limit: certificate?.limit ?? null,
    effective: certificate?.effective ?? null,
    expiration: certificate?.expirationDate ?? null,
  };
  const change = (part: Partial<PolicyDraft>) => keep({ ...draft, ...part });
  const { kind, insurer, policyNumber, limit, effective, expiration } = draft;
  const key = useSendKey({ draft, file: file && [file.name, file.size, file.lastModified] });
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: {
      [NAMES.insurer]: insurer.trim() === '' && 'Enter the name of the insurer.',
      [NAMES.policy_number]: policyNumber.trim() === '' && 'Enter the number of the policy.',
      [NAMES.limit]: !limit && 'Enter the coverage limit.',
      [NAMES.effective]: effective === null && 'Enter the first day of the policy.',
      [NAMES.expiration_date]:
        expiration === null
          ? 'Enter the last day of the policy.'
          : effective !== null && expiration <= effective
            ? 'The policy ends before it begins.'
            : expiration < today() && 'This policy has ended. Upload the one that is in force.',
      [NAMES.insurance]: !certificate && file === null && 'Attach the certificate of insurance.',
    },
    names: NAMES,
    async send() {
      if (certificate) {
        const policy = {
          kind,
          insurer: insurer.trim(),
          policyNumber: policyNumber.trim(),
          limit: limit!,
          effective: effective!,
          expirationDate: expiration!,
        };
        await client.mutate({ mutation: CompletePolicyDocument, variables: { id: certificate.id, policy } });
        return readAgain();
      }
      const fields = {
        kind: kind.replace('_', '-'),
        insurer: insurer.trim(),
        policy_number: policyNumber.trim(),
        limit: String(limit),
        effective: effective!,
        expiration_date: expiration!,
      };
      await uploadFile('/files/carrier/insurance/upload', file!, {
        part: 'insurance',
        fields,
        key,
        onProgress: setProgress,
      }).finally(() => setProgress(null));
      return readAgain();
    },
    done(now) {
      keep(null);
      setFile(null);
      onSaved(now);
    },
    fallback: 'Couldn’t upload the policy. What you typed is kept; try again.',
  });

  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
      {problem && <Callout color="red" title={problem} />}
      <FormErrors errors={errors} attempt={attempt} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Kind of policy" id={NAMES.kind} error={errors[NAMES.kind]}>
          <Select
            options={kinds}
            value={kind}
            onChange={(event) => change({ kind: event.currentTarget.value as PolicyKind })}
          />
        </Field>
        <Field label="Limit" id={NAMES.limit} error={errors[NAMES.limit]} help={POLICY_MINIMUM[kind]}>
          <MoneyInput value={limit} onChange={(cents) => change({ limit: cents })} />
        </Field>
        <Field label="Insurer" id={NAMES.insurer} error={errors[NAMES.insurer]}>
          <Input
            autoComplete="off"
            maxLength={120}
            value={insurer}
            onChange={(event) => change({ insurer: event.currentTarget.value })}
          />
        </Field>
        <Field label="Policy number" id={NAMES.policy_number} error={errors[NAMES.policy_number]}>
          <Input
            autoComplete="off"
            maxLength={60}
            value={policyNumber}
            onChange={(event) => change({ policyNumber: event.currentTarget.value })}
          />
        </Field>
        <Field label="In force from" id={NAMES.effective} error={errors[NAMES.effective]}>
          <DateInput
            value={effective}
            placeholder="e.g. Jan 1, 2026"
            onChange={(date) => change({ effective: date })}
          />
        </Field>
        <Field label="Ends on" id={NAMES.expiration_date} error={errors[NAMES.expiration_date]}>
          <DateInput
            value={expiration}
            placeholder="e.g. Dec 31, 2026"
            onChange={(date) => change({ expiration: date })}
          />
        </Field>
      </div>
      {!certificate && (
        <ChosenFile
          id={NAMES.insurance}
          label="Certificate of insurance"
          value={file}
          error={errors[NAMES.insurance]}
          progress={progress}
          onChange={setFile}
        />
      )}
      <div className="flex flex-wrap items-center gap-2 pt-2">
        <Button type="submit" variant="primary" busy={busy}>
          {certificate ? 'Save policy' : 'Upload policy'}
        </Button>
        {aside}
      </div>
    </form>
  );
}

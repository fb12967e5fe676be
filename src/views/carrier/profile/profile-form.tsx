import { type ReactNode, useState } from 'react';
import { docketNumber } from '#src/machines/carrier/profile.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { intoView } from '#src/views/ui/draw-then-focus.ts';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { showPhone } from '#src/machines/phone/phone.ts';
import { PhoneInput } from '#src/views/ui/phone-input.tsx';
import { MergeConflict } from '#src/views/ui/merge-conflict.tsx';
import { isEqual } from '#src/machines/draft/merge-draft.ts';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { isConflict, type Typed, useMergedDraft } from '#src/views/ui/use-merged-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { AddressFields } from './address-fields.tsx';
import { EquipmentField, withOther } from './equipment-field.tsx';
import {
  checkProfile,
  fieldsOf,
  fromMerge,
  type MergedFields,
  PROFILE_IDS,
  profileFieldName,
  type ProfileFields,
  profileForm,
  SERVER_NAMES,
  showProfileValue,
  toMerge,
} from './profile-draft.ts';
import { saveProfile } from './save-profile.ts';
import { StatesField } from './states-field.tsx';
import type { Profile } from './use-carrier-profile.ts';

/** Increased when the shape of the draft changes, so that older drafts are discarded. */
const DRAFT_SHAPE = 2;

interface ProfileFormProps {
  profile: Profile;
  readAgain: () => Promise<Profile>;
  onSaved: (profile: Profile) => void;
  /** The label of the button. */
  verb: string;
  /** It is a step of a sequence, so it can be submitted without changes. */
  isStep?: boolean;
  /** Beside the button. */
  aside?: ReactNode;
}

/** The company: identity, address, equipment, and service states. The draft is kept until it is saved. */
export function ProfileForm({ profile, readAgain, onSaved, verb, isStep = false, aside }: ProfileFormProps) {
  const draft = useDraft<Typed<MergedFields>>(`carrier-profile:${profile.id}`, DRAFT_SHAPE);
  const saved = toMerge(fieldsOf(profile)) as MergedFields;
  const merging = useMergedDraft(saved, draft);
  const { taken, conflicts } = merging;
  const [other, setOther] = useState('');
  const shown = fromMerge(merging.values);
  const fields = { ...shown, equipment: withOther(shown.equipment, other) };
  const isChanged = merging.isChanged || fields.equipment !== shown.equipment;
  const change = (part: Partial<ProfileFields>) => merging.change(toMerge(part));
  const key = useSendKey({ fields, version: profile.version });
  const { busy, attempt, errors, problem, submit, reset } = useSubmit({
    errors: checkProfile(fields),
    names: SERVER_NAMES,
    send: () =>
      saveProfile(
        {
          profile,
          form: (version) => profileForm(fields, version),
          isUntouched: (now) => isEqual(toMerge(fieldsOf(now)), saved),
          readAgain,
        },
        { key },
      ),
    done: (now) => {
      setOther('');
      merging.drop();
      onSaved(now);
    },
    fallback: 'Couldn’t save the company. What you typed is kept; try again.',
    refused: isConflict,
  });
  const isNamed = profile.agreementSignedAt === null;
  const { brokerage } = profile;

  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
      <MergeConflict
        what="your company"
        attempt={attempt}
        taken={taken}
        conflicts={conflicts}
        nameOf={profileFieldName}
        show={showProfileValue}
        onChoose={merging.choose}
      />
      {problem && <Callout ref={intoView} color="red" title={problem} className="scroll-m-4" />}
      <FormErrors errors={errors} attempt={attempt} />
      <Field
        label="Legal name"
        id={PROFILE_IDS.legalName}
        error={errors[PROFILE_IDS.legalName]}
        help={
          isNamed
            ? 'As registered with the FMCSA. Used in the agreement.'
            : `The agreement is signed in this name. To change it, call ${brokerage.name} at ${showPhone(brokerage.phone)}.`
        }
      >
        <Input
          autoComplete="organization"
          maxLength={200}
          readOnly={!isNamed}
          value={fields.legalName}
          onChange={(event) => change({ legalName: event.currentTarget.value })}
        />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="USDOT number" id="company-usdot" help="From your registration.">
          <Input readOnly value={profile.usdot} />
        </Field>
        <Field label="Docket number" optional id={PROFILE_IDS.docketNumber} error={errors[PROFILE_IDS.docketNumber]}>
          <Input
            autoComplete="off"
            maxLength={20}
            placeholder="e.g. MC-123456"
            value={fields.docketNumber}
            onChange={(event) => change({ docketNumber: event.currentTarget.value })}
            onBlur={() => {
              const tidy = docketNumber(fields.docketNumber);
              if (tidy !== null && tidy !== fields.docketNumber) change({ docketNumber: tidy });
            }}
          />
        </Field>
        <Field label="Contact" id={PROFILE_IDS.contactName} error={errors[PROFILE_IDS.contactName]}>
          <Input
            autoComplete="name"
            maxLength={120}
            value={fields.contactName}
            onChange={(event) => change({ contactName: event.currentTarget.value })}
          />
        </Field>
        <Field label="Phone" id={PROFILE_IDS.phone} error={errors[PROFILE_IDS.phone]}>
          <PhoneInput value={fields.phone} onChange={(phone) => change({ phone })} />
        </Field>
      </div>
      <AddressFields fields={fields} onChange={change} errors={errors} />
      <EquipmentField
        id={PROFILE_IDS.equipment}
        value={shown.equipment}
        other={other}
        onOther={setOther}
        error={errors[PROFILE_IDS.equipment]}
        onChange={(equipment) => change({ equipment })}
      />
      <StatesField
        id={PROFILE_IDS.serviceStates}
        value={fields.serviceStates}
        error={errors[PROFILE_IDS.serviceStates]}
        onChange={(serviceStates) => change({ serviceStates })}
      />
      <div className="flex flex-wrap items-center gap-2 pt-2">
        <Button
          type="submit"
          variant="primary"
          size={isStep ? 'lg' : 'md'}
          busy={busy}
          disabled={conflicts.length > 0 || !(isStep || isChanged)}
          className={isStep ? 'max-sm:w-full' : undefined}
        >
          {verb}
        </Button>
        {isChanged && !isStep && (
          <Button
            variant="ghost"
            onClick={() => {
              setOther('');
              merging.drop();
              reset();
            }}
          >
            Discard changes
          </Button>
        )}
        {aside}
      </div>
    </form>
  );
}

import { type ComponentType, useState } from 'react';
import type { MoveSize, Packing } from '#src/generated/graphql/graphql.ts';
import type { ChatDetail } from '#src/machines/chat/chat-details.ts';
import { isWholePhone } from '#src/machines/phone/read-phone.ts';
import { moveSizes } from '#src/machines/state-lead/move-sizes.ts';
import { placeWords } from '#src/machines/place/place-words.ts';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { today } from '#src/views/ui/dates.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { SIZE_NAMES } from '#src/views/ui/move-words.ts';
import { NumberInput } from '#src/views/ui/number-input.tsx';
import { PhoneInput } from '#src/views/ui/phone-input.tsx';
import { Select } from '#src/views/ui/select.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { AccessForm } from './access-form.tsx';
import { DetailForm, type DetailFormProps } from './detail-form.tsx';
import { PACKING_NAMES, readPlace } from './detail-words.ts';
import { InventoryForm } from './inventory-form.tsx';

/** The form of each detail; a new detail without one does not compile. */
export const DETAIL_FORMS: { [D in ChatDetail]: ComponentType<DetailFormProps> } = {
  origin: PlaceForm,
  destination: PlaceForm,
  origin_access: AccessForm,
  destination_access: AccessForm,
  move_date: WindowForm,
  size: SizeForm,
  inventory: InventoryForm,
  packing: PackingForm,
  storage_days: StorageForm,
  special_items: SpecialItemsForm,
  name: NameForm,
  email: EmailForm,
  phone: PhoneForm,
};

function PlaceForm(props: DetailFormProps) {
  const known = props.values[props.detail as 'origin' | 'destination'];
  const [text, setText] = useState(known ? placeWords(known) : '');
  const place = readPlace(text);
  return (
    <DetailForm
      {...props}
      next={place}
      wrong={{ '': !place && 'Enter a ZIP code, or a city and state: Columbus, OH.' }}
    >
      {(field) => (
        <Field label={props.label} {...field('')} help="ZIP code, or city and state">
          <Input
            autoComplete="off"
            maxLength={120}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </Field>
      )}
    </DetailForm>
  );
}

function WindowForm(props: DetailFormProps) {
  const known = props.values.moveDate;
  const [earliest, setEarliest] = useState(known?.earliest ?? null);
  const [last, setLast] = useState(known && known.latest !== known.earliest ? known.latest : null);
  const latest = last ?? earliest;
  const wrong = {
    '/earliest': earliest ? earliest < today() && 'This date has passed.' : 'Enter the first day.',
    '/latest': earliest && latest && latest < earliest && 'The last day is before the first one.',
  };
  return (
    <DetailForm
      {...props}
      next={earliest && latest ? { earliest, latest } : null}
      wrong={wrong}
      parts={['/earliest', '/latest']}
    >
      {(field) => (
        <>
          <Field label="Earliest day" {...field('/earliest')}>
            <DateInput value={earliest} onChange={setEarliest} min={today()} />
          </Field>
          <Field label="Latest day" optional {...field('/latest')} help="Leave empty if the day is fixed.">
            <DateInput value={last} onChange={setLast} min={earliest ?? today()} />
          </Field>
        </>
      )}
    </DetailForm>
  );
}

function SizeForm(props: DetailFormProps) {
  const [size, setSize] = useState<MoveSize | ''>(props.values.size ?? '');
  const options = moveSizes
    .map((one) => one.replaceAll('-', '_') as MoveSize)
    .map((value) => ({ value, label: SIZE_NAMES[value] }));
  return (
    <DetailForm {...props} next={size || null} wrong={{ '': !size && 'Choose a size.' }}>
      {(field) => (
        <Field label={props.label} {...field('')}>
          <Select
            placeholder="Choose a size"
            options={options}
            value={size}
            onChange={({ currentTarget }) => setSize(currentTarget.value as MoveSize)}
          />
        </Field>
      )}
    </DetailForm>
  );
}

function PackingForm(props: DetailFormProps) {
  const [packing, setPacking] = useState<Packing | ''>(props.values.packing ?? '');
  const options = (Object.keys(PACKING_NAMES) as Packing[]).map((value) => ({ value, label: PACKING_NAMES[value] }));
  return (
    <DetailForm {...props} next={packing || null} wrong={{ '': !packing && 'Choose who packs.' }}>
      {(field) => (
        <Field label={props.label} {...field('')}>
          <Select
            placeholder="Choose who packs"
            options={options}
            value={packing}
            onChange={({ currentTarget }) => setPacking(currentTarget.value as Packing)}
          />
        </Field>
      )}
    </DetailForm>
  );
}

function StorageForm(props: DetailFormProps) {
  const [days, setDays] = useState(props.values.storageDays);
  return (
    <DetailForm
      {...props}
      next={days}
      wrong={{ '': days === null ? 'Enter a number of days; 0 for none.' : days > 3650 && 'Enter at most 3,650 days.' }}
    >
      {(field) => (
        <Field label={props.label} {...field('')} help="Days between the pick-up and the delivery; 0 for none">
          <NumberInput inputMode="numeric" after="days" value={days} onChange={setDays} />
        </Field>
      )}
    </DetailForm>
  );
}

function SpecialItemsForm(props: DetailFormProps) {
  const [text, setText] = useState(props.values.specialItems ?? '');
  return (
    <DetailForm {...props} next={text.trim() || null} wrong={{ '': !text.trim() && 'Enter what needs special care.' }}>
      {(field) => (
        <Field label={props.label} {...field('')} help="A piano, a safe, art, plants, anything that needs care">
          <Textarea
            rows={3}
            maxLength={500}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </Field>
      )}
    </DetailForm>
  );
}

function NameForm(props: DetailFormProps) {
  const [name, setName] = useState(props.values.name ?? '');
  return (
    <DetailForm {...props} next={name.trim() || null} wrong={{ '': !name.trim() && 'Enter a name.' }}>
      {(field) => (
        <Field label={props.label} {...field('')}>
          <Input
            autoComplete="name"
            maxLength={120}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </Field>
      )}
    </DetailForm>
  );
}

function EmailForm(props: DetailFormProps) {
  const [email, setEmail] = useState(props.values.email ?? '');
  return (
    <DetailForm
      {...props}
      next={email.trim() || null}
      wrong={{ '': !/^\S+@\S+\.\S+$/.test(email.trim()) && 'Write an email address like casey@example.com.' }}
    >
      {(field) => (
        <Field label={props.label} {...field('')}>
          <Input
            type="email"
            autoComplete="email"
            maxLength={254}
            value={email}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
        </Field>
      )}
    </DetailForm>
  );
}

function PhoneForm(props: DetailFormProps) {
  const [phone, setPhone] = useState(props.values.phone ?? '');
  return (
    <DetailForm
      {...props}
      next={phone || null}
      wrong={{ '': !isWholePhone(phone) && 'Enter ten digits, or + and the number with its country code.' }}
    >
      {(field) => (
        <Field label={props.label} {...field('')}>
          <PhoneInput value={phone} onChange={setPhone} />
        </Field>
      )}
    </DetailForm>
  );
}

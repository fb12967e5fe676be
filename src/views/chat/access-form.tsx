import { useState } from 'react';
import { ACCESS_BOUNDS } from '#src/machines/chat/chat-access.ts';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { NumberInput } from '#src/views/ui/number-input.tsx';
import { Select } from '#src/views/ui/select.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import type { ChatAccess } from './chat-types.ts';
import { DetailForm, type DetailFormProps } from './detail-form.tsx';

const NOTHING: ChatAccess = {
  address: null,
  floor: null,
  stairs: null,
  hasElevator: null,
  longCarryFt: null,
  needsShuttle: null,
  note: null,
};
const PARTS = ['/address', '/floor', '/has_elevator', '/stairs', '/long_carry_ft', '/note'];
const ELEVATOR = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

/** Access at one end of the move, each fact in its field; empty means unknown. */
export function AccessForm(props: DetailFormProps) {
  const known = props.values[props.detail === 'origin_access' ? 'originAccess' : 'destinationAccess'];
  const [access, setAccess] = useState<ChatAccess>(() => {
    const { address, floor, stairs, hasElevator, longCarryFt, needsShuttle, note } = known ?? NOTHING;
    return { address, floor, stairs, hasElevator, longCarryFt, needsShuttle, note };
  });
  const change = (part: Partial<ChatAccess>) => setAccess({ ...access, ...part });
  const next = { ...access, address: access.address?.trim() || null, note: access.note?.trim() || null };
  const isEmpty = Object.values(next).every((value) => value === null);
  const { floor, stairs, longCarryFt: carry } = access;
  const wrong = {
    '/address': isEmpty && 'Enter what you know of the way to the door.',
    '/floor':
      floor !== null &&
      (floor > ACCESS_BOUNDS.floor.maximum || floor < ACCESS_BOUNDS.floor.minimum) &&
      'Enter a floor from -5 to 200; 1 is the ground floor.',
    '/stairs': stairs !== null && stairs > ACCESS_BOUNDS.stairs.maximum && 'Enter at most 500 steps.',
    '/long_carry_ft': carry !== null && carry > ACCESS_BOUNDS.long_carry_ft.maximum && 'Enter at most 5,000 ft.',
  };
  return (
    <DetailForm {...props} next={isEmpty ? null : next} wrong={wrong} parts={PARTS}>
      {(field) => (
        <>
          <Field
            label={props.detail === 'origin_access' ? 'Street at pick-up' : 'Street at drop-off'}
            optional
            {...field('/address')}
          >
            <Input
              autoComplete="off"
              maxLength={200}
              value={access.address ?? ''}
              onChange={({ currentTarget }) => change({ address: currentTarget.value })}
            />
          </Field>
          <div className="grid grid-cols-2 gap-3">
            <Field label="Floor" optional {...field('/floor')} help="1 is the ground floor">
              <NumberInput
                value={floor}
                unsigned={false}
                maxLength={3}
                onChange={(value) => change({ floor: value })}
              />
            </Field>
            <Field label="Elevator" optional {...field('/has_elevator')}>
              <Select
                placeholder="Not known"
                options={ELEVATOR}
                value={access.hasElevator === null ? '' : access.hasElevator ? 'yes' : 'no'}
                onChange={({ currentTarget: { value } }) =>
                  change({ hasElevator: value === '' ? null : value === 'yes' })
                }
              />
            </Field>
            <Field label="Steps" optional {...field('/stairs')} help="0 for none">
              <NumberInput value={stairs} maxLength={3} onChange={(value) => change({ stairs: value })} />
            </Field>
            <Field label="Carry" optional {...field('/long_carry_ft')} help="Feet to the truck">
              <NumberInput
                value={carry}
                maxLength={5}
                after="ft"
                onChange={(value) => change({ longCarryFt: value })}
              />
            </Field>
          </div>
          <Checkbox
            label="A large truck can’t get there"
            checked={access.needsShuttle === true}
            onChange={({ currentTarget }) => change({ needsShuttle: currentTarget.checked || null })}
          />
          <Field label="Parking and anything else" optional {...field('/note')}>
            <Textarea
              rows={2}
              maxLength={500}
              value={access.note ?? ''}
              onChange={({ currentTarget }) => change({ note: currentTarget.value })}
            />
          </Field>
        </>
      )}
    </DetailForm>
  );
}

import { PlusIcon, XMarkIcon } from '@heroicons/react/24/outline';
import { type Ref } from 'react';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { showCount, showWhole } from '#src/machines/amount/amounts.ts';
import { Button, IconButton } from '#src/views/ui/button.tsx';
import { drawThenFocus } from '#src/views/ui/draw-then-focus.ts';
import { Input } from '#src/views/ui/input.tsx';
import { NumberInput } from '#src/views/ui/number-input.tsx';
import { Suggestions } from '#src/views/ui/suggestions.tsx';
import { emptyItem, type ItemDraft, LB_PER_CUFT, type LeadDraft } from './lead-draft.ts';
import { controlId, LeadField } from './lead-field.tsx';
import { ITEM_NAMES, ROOM_NAMES, roomOf, volumeOf } from '#src/machines/agent-lead/usual-items.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const ItemsText = lazy(() => import('./items-text.tsx'));

const GRID =
  'grid grid-cols-[1fr_1fr_1fr_2.75rem] items-start gap-2 sm:grid-cols-[7.5rem_1fr_3.75rem_4.25rem_4.5rem_2rem]';
/** On a phone there is no header to name the columns. */
const unit = (name: string) => <span className="sm:hidden">{name}</span>;

/** The items to be moved, with totals. Choosing a common item fills in its room and volume. */
export function InventoryEditor({ readItems }: { readItems?: Ref<() => Promise<void>> }) {
  const { control, setValue, getValues } = useFormContext<LeadDraft>();
  const { fields, append, remove } = useFieldArray({ control, name: 'inventory' });
  const items = useWatch({ control, name: 'inventory' });

  function name(index: number, item: string): void {
    const volume = volumeOf(item);
    if (volume === undefined) return;
    setValue(`inventory.${index}.volumeCuft`, volume, { shouldDirty: true, shouldValidate: true });
    const room = roomOf(item);
    if (room && getValues(`inventory.${index}.room`) === '') setValue(`inventory.${index}.room`, room);
  }

  const add = () =>
    drawThenFocus(
      () => append({ ...emptyItem, room: items.at(-1)?.room ?? '' }, { shouldFocus: false }),
      () => document.getElementById(controlId(`inventory.${fields.length}.item`)),
    );

  return (
    <div>
      <LazyBoundary>
        <ItemsText ref={readItems} onItems={(items) => append(items, { shouldFocus: false })} />
      </LazyBoundary>
      {fields.length > 0 && (
        <div className="space-y-4 sm:space-y-2">
          <div className={`${GRID} max-sm:hidden text-xs font-medium text-gray-500`} aria-hidden>
            <span>Room</span>
            <span>Item</span>
            <span>Pieces</span>
            <span>ft³ each</span>
            <span>lb each</span>
          </div>
          {fields.map((row, index) => (
            <div key={row.id} className={GRID}>
              <LeadField
                name={`inventory.${index}.room`}
                label={`Room of item ${index + 1}`}
                labelHidden
                className="max-sm:hidden"
              >
                {({ value, onChange }) => (
                  <Input list="lead-rooms" maxLength={60} autoComplete="off" value={value} onChange={onChange} />
                )}
              </LeadField>
              <LeadField
                name={`inventory.${index}.item`}
                label={`Item ${index + 1}`}
                labelHidden
                className="max-sm:col-span-4"
              >
                {({ value, onChange }) => (
                  <Input
                    list="lead-items"
                    maxLength={100}
                    autoComplete="off"
                    value={value}
                    onChange={(event) => {
                      onChange(event);
                      name(index, event.currentTarget.value);
                    }}
                  />
                )}
              </LeadField>
              <LeadField name={`inventory.${index}.quantity`} label={`Pieces of item ${index + 1}`} labelHidden>
                {({ value, onChange }) => (
                  <NumberInput value={value} maxLength={3} after={unit('pc')} onChange={onChange} />
                )}
              </LeadField>
              <LeadField name={`inventory.${index}.volumeCuft`} label={`Volume of item ${index + 1}, ft³`} labelHidden>
                {({ value, onChange }) => (
                  <NumberInput value={value} fraction={1} maxLength={7} after={unit('ft³')} onChange={onChange} />
                )}
              </LeadField>
              <LeadField name={`inventory.${index}.weightLb`} label={`Weight of item ${index + 1}, lb`} labelHidden>
                {({ value, onChange }) => (
                  <NumberInput
                    value={value}
                    maxLength={6}
                    after={unit('lb')}
                    placeholder={showWhole((items[index]?.volumeCuft ?? 0) * LB_PER_CUFT)}
                    onChange={onChange}
                  />
                )}
              </LeadField>
              <IconButton
                label={`Remove item ${index + 1}`}
                size="sm"
                className="mt-1"
                icon={<XMarkIcon />}
                onClick={() => remove(index)}
              />
            </div>
          ))}
        </div>
      )}
      <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
        <Button size="sm" icon={<PlusIcon />} onClick={add}>
          Add an item
        </Button>
        <Totals items={items} />
      </div>
      <Suggestions id="lead-rooms" values={ROOM_NAMES} />
      <Suggestions id="lead-items" values={ITEM_NAMES} />
    </div>
  );
}

function Totals({ items }: { items: readonly ItemDraft[] }) {
  const pieces = items.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
  const volume = items.reduce((sum, { quantity, volumeCuft }) => sum + (quantity ?? 0) * (volumeCuft ?? 0), 0);
  const weight = items.reduce(
    (sum, { quantity, volumeCuft, weightLb }) =>
      sum + (quantity ?? 0) * (weightLb ?? Math.round((volumeCuft ?? 0) * LB_PER_CUFT)),
    0,
  );
  if (pieces === 0) return <p className="text-gray-500">A weight left empty counts {LB_PER_CUFT} lb per ft³.</p>;
  return (
    <p role="status" className="text-gray-600 tabular-nums">
      {showCount(pieces, 'piece')} · <span className="font-medium text-gray-900">{showWhole(volume)} ft³</span> ·{' '}
      <span className="font-medium text-gray-900">{showWhole(weight)} lb</span>
    </p>
  );
}

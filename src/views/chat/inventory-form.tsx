import { PlusIcon, XMarkIcon } from '@heroicons/react/24/outline';
import { useRef, useState } from 'react';
import { Button, IconButton } from '#src/views/ui/button.tsx';
import { drawThenFocus } from '#src/views/ui/draw-then-focus.ts';
import { Input } from '#src/views/ui/input.tsx';
import { NumberInput } from '#src/views/ui/number-input.tsx';
import type { ChatItem } from './chat-types.ts';
import { DetailForm, type DetailFormProps } from './detail-form.tsx';

interface Row {
  key: number;
  room: string;
  item: string;
  quantity: number | null;
  /** What was known about the item, as long as it is the same item. */
  known: ChatItem | null;
}

const ITEM_LIMIT = 200;
const isEmpty = ({ room, item, quantity }: Row) =>
  !room.trim() && !item.trim() && (quantity === null || quantity === 1);

/** The items to be moved. Their measurements are looked up by name. */
export function InventoryForm(props: DetailFormProps) {
  const [rows, setRows] = useState<readonly Row[]>(() =>
    [
      ...(props.values.inventory ?? []).map((known, key): Row => ({
        key,
        known,
        room: known.room,
        item: known.item,
        quantity: known.quantity,
      })),
      emptyRow(-1),
    ].slice(0, ITEM_LIMIT),
  );
  const change = (key: number, part: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)));
  const list = useRef<HTMLUListElement>(null);
  const add = () =>
    drawThenFocus(
      () => setRows([...rows, emptyRow(Date.now())]),
      () => list.current?.lastElementChild?.querySelector('input'),
    );
  const filled = rows.filter((row) => !isEmpty(row));
  const wrong = filled.find(({ item }) => !item.trim())
    ? 'Name each item, or remove the row.'
    : filled.some(({ quantity }) => quantity === null || quantity < 1 || quantity > 999)
      ? 'Enter a number from 1 to 999 in each row.'
      : filled.length === 0 && 'Add at least one item, or choose Remove.';
  const items = filled.map(({ room, item, quantity, known }) => ({
    room: room.trim() || 'Other',
    item: item.trim(),
    quantity: quantity ?? 1,
    ...(known?.item === item.trim() && { volumeCuft: known.volumeCuft, weightLb: known.weightLb }),
  }));
  return (
    <DetailForm {...props} next={items} wrong={{ '': wrong }}>
      {(field) => {
        const { id, error } = field('');
        return (
          <div role="group" aria-labelledby={`${id}-label`} aria-describedby={error && `${id}-error`}>
            <p id={`${id}-label`} className="mb-1.5 font-medium text-gray-700">
              {props.label}
            </p>
            <ul ref={list} className="space-y-3">
              {rows.map((row, index) => (
                <li key={row.key} className="flex gap-2">
                  <div className="grid min-w-0 flex-1 grid-cols-2 gap-1.5">
                    <Input
                      id={index === 0 ? id : undefined}
                      aria-label={`Item ${index + 1}`}
                      placeholder="Item"
                      className="col-span-2"
                      maxLength={100}
                      value={row.item}
                      onChange={({ currentTarget }) => change(row.key, { item: currentTarget.value })}
                    />
                    <Input
                      aria-label={`Room of item ${index + 1}`}
                      placeholder="Room"
                      maxLength={60}
                      value={row.room}
                      onChange={({ currentTarget }) => change(row.key, { room: currentTarget.value })}
                    />
                    <NumberInput
                      aria-label={`How many of item ${index + 1}`}
                      inputMode="numeric"
                      before="×"
                      value={row.quantity}
                      onChange={(quantity) => change(row.key, { quantity })}
                    />
                  </div>
                  <IconButton
                    label={`Remove item ${index + 1}`}
                    size="sm"
                    icon={<XMarkIcon />}
                    onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
                  />
                </li>
              ))}
            </ul>
            <p id={`${id}-error`} aria-live="polite" className="text-red-600 not-empty:mt-1.5">
              {error}
            </p>
            {rows.length < ITEM_LIMIT && (
              <Button size="sm" icon={<PlusIcon />} className="mt-3" onClick={add}>
                Add an item
              </Button>
            )}
          </div>
        );
      }}
    </DetailForm>
  );
}

const emptyRow = (key: number): Row => ({ key, room: '', item: '', quantity: 1, known: null });

import { ArrowDownIcon, ArrowUpIcon, XMarkIcon } from '@heroicons/react/24/outline';
import { useEffect, useRef } from 'react';
import { LEAD_COLUMNS } from '#src/machines/agent-lead/lead-columns.ts';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { Button, IconButton } from '#src/views/ui/button.tsx';
import { cx } from '#src/views/ui/class-names.ts';
import { Select } from '#src/views/ui/select.tsx';
import { columnOf } from '../list/columns-of.tsx';

interface ColumnListProps {
  tab: AgentLeadTab;
  /** The current columns of the list, after the client's. */
  columns: readonly string[];
  onChange: (columns: string[]) => void;
  /** Only if they are not the default. */
  onReset: (() => void) | null;
}

/** The columns of a list, and their order. */
export function ColumnList({ tab, columns, onChange, onReset }: ColumnListProps) {
  const list = useRef<HTMLOListElement>(null);
  const nameOf = (id: string) => columnOf(tab, id)?.header ?? id;
  const addable = LEAD_COLUMNS.filter((id) => !columns.includes(id)).map((value) => ({ value, label: nameOf(value) }));
  // The list rerenders once the change is saved, which may be a little later.
  const next = useRef<(() => HTMLElement | null | undefined) | null>(null);
  const order = columns.join();
  useEffect(() => {
    next.current?.()?.focus();
    next.current = null;
  }, [order]);
  function change(to: string[], find: () => HTMLElement | null | undefined): void {
    next.current = find;
    onChange(to);
  }
  /** At either end of the list the pressed arrow disappears; the other one gets the focus. */
  const move = (from: number, to: number) =>
    change(columns.with(from, columns[to]!).with(to, columns[from]!), () => {
      const arrows = [...(list.current?.children[to]?.querySelectorAll<HTMLElement>('[data-arrow]') ?? [])];
      const seen = arrows.filter(({ classList }) => !classList.contains('invisible'));
      return seen.find(({ dataset }) => dataset.arrow === (to < from ? 'up' : 'down')) ?? seen[0];
    });
  const remove = (index: number) =>
    change(columns.toSpliced(index, 1), () =>
      list.current?.children[Math.min(index, columns.length - 2)]?.querySelector<HTMLElement>('[data-remove]'),
    );
  return (
    <>
      <ol ref={list} aria-label="Columns">
        {columns.map((id, index) => (
          <li key={id} className="flex items-center gap-1 border-b border-gray-100 py-1">
            <span className="min-w-0 flex-1 truncate">{nameOf(id)}</span>
            <IconButton
              label={`Move ${nameOf(id)} up`}
              size="sm"
              icon={<ArrowUpIcon />}
              data-arrow="up"
              className={cx(index === 0 && 'invisible')}
              onClick={() => move(index, index - 1)}
            />
            <IconButton
              label={`Move ${nameOf(id)} down`}
              size="sm"
              icon={<ArrowDownIcon />}
              data-arrow="down"
              className={cx(index === columns.length - 1 && 'invisible')}
              onClick={() => move(index, index + 1)}
            />
            <IconButton
              label={`Remove ${nameOf(id)}`}
              size="sm"
              icon={<XMarkIcon />}
              data-remove
              className={cx(columns.length === 1 && 'invisible')}
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap gap-2">
        {addable.length > 0 && (
          <Select
            aria-label="Add a column"
            placeholder="Add a column"
            className="min-w-0 flex-1"
            value=""
            options={addable}
            onChange={({ currentTarget: { value } }) => value && onChange([...columns, value])}
          />
        )}
        {onReset && <Button onClick={onReset}>Reset</Button>}
      </div>
    </>
  );
}

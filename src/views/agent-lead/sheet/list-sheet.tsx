import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import type { LeadColumn, ListColumnsQuery } from '#src/generated/graphql/graphql.ts';
import { ListColumnsDocument, SetListColumnsDocument } from '#src/generated/graphql/graphql.ts';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { Select } from '#src/views/ui/select.tsx';
import { Sheet } from '#src/views/ui/sheet.tsx';
import { graphqlTab, tabOf } from '../lead-lifecycle.ts';
import { columnsOf, useChosenColumns } from '../list/columns-of.tsx';
import type { LeadFilterBarProps } from '../list/lead-filter-bar.tsx';
import { hasFilter, type LeadFilters, UNFILTERED, usualSort } from '../list/lead-filters.ts';
import { ColumnList } from './column-list.tsx';
import { FilterFields } from './filter-fields.tsx';
import { SORT_NAMES } from './filter-words.ts';

interface ListSheetProps extends LeadFilterBarProps {
  at: 'filters' | 'columns';
  onClose: () => void;
}

/** Filters, sorts, and arranges a list; the list behind it follows each change. */
export default function ListSheet({ tab, filters, at, onChange, onClose }: ListSheetProps) {
  // Clearing also empties fields whose values are not applied.
  const [cleared, setCleared] = useState(0);
  const clear = () => {
    onChange(UNFILTERED);
    setCleared(cleared + 1);
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={tab ? 'Filter, sort, and columns' : 'Filter'}
      footer={
        <>
          {hasFilter(filters, tab) && <Button onClick={clear}>Clear filters</Button>}
          <Button variant="primary" onClick={onClose}>
            Show leads
          </Button>
        </>
      }
    >
      <div className="space-y-6">
        <FilterFields key={cleared} tab={tab} filters={filters} onChange={onChange} />
        {tab && (
          <>
            <SortField tab={tab} filters={filters} onChange={onChange} />
            <Columns tab={tab} filters={filters} onChange={onChange} isFirst={at === 'columns'} />
          </>
        )}
      </div>
    </Sheet>
  );
}

type OfTab = LeadFilterBarProps & { tab: AgentLeadTab };

function SortField({ tab, filters, onChange }: OfTab) {
  const usual = usualSort(tab);
  const options = Object.entries(SORT_NAMES)
    .filter(([value]) => tab === 'follow-up' || !value.startsWith('follow_up'))
    .map(([value, label]) => ({ value, label }));
  return (
    <Field label="Sort">
      <Select
        value={filters.sort && filters.sort !== 'due' ? filters.sort : usual}
        options={usual === 'due' ? [{ value: 'due', label: 'Accepted first, then newest' }, ...options] : options}
        onChange={({ currentTarget: { value } }) =>
          onChange({ sort: value === usual ? undefined : (value as LeadFilters['sort']) })
        }
      />
    </Field>
  );
}

/**
 * With a saved view open, changes belong to that view and are saved with it; otherwise they are one's own and apply
 * immediately.
 */
function Columns({ tab, filters, onChange, isFirst }: OfTab & { isFirst: boolean }) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isFirst) return undefined;
    section.current?.scrollIntoView();
    // Later than the sheet, which starts at its first field.
    const frame = requestAnimationFrame(() => section.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, [isFirst]);
  const client = useApolloClient();
  const notify = useNotify();
  const { data, refetch } = useQuery(ListColumnsDocument);
  const chosen = useChosenColumns(tab, filters);
  const isOfView = filters.saved !== undefined || filters.columns !== undefined;
  const [, ...shown] = columnsOf(tab, chosen).map(({ id }) => id);
  // One after the other: of two writes at a time, the older one could be the last to arrive.
  const saving = useRef<{ last: Promise<unknown>; count: number }>({ last: Promise.resolve(), count: 0 });

  async function keep(columns: readonly string[]): Promise<void> {
    if (isOfView) return onChange({ columns: columns.join() || undefined });
    const own = columns as LeadColumn[];
    const others = (data?.listColumns ?? []).filter((list) => tabOf(list.tab) !== tab);
    const lists: ListColumnsQuery['listColumns'] = [
      ...others,
      ...(own.length > 0 ? [{ __typename: 'ListColumns' as const, tab: graphqlTab(tab), columns: own }] : []),
    ];
    const show = () =>
      client.writeQuery({ query: ListColumnsDocument, data: { __typename: 'Query', listColumns: lists } });
    show();
    const turn = ++saving.current.count;
    const before = saving.current.last;
    const save = async () => {
      await before.catch(() => {});
      const variables = { tab: graphqlTab(tab), columns: own };
      await mutate({ client, key: crypto.randomUUID() }, SetListColumnsDocument, variables, 'no-cache');
    };
    saving.current.last = save();
    try {
      await saving.current.last;
      // The sheet loads the columns as it opens, so an older response may have arrived meanwhile.
      if (turn === saving.current.count) show();
    } catch (failure) {
      notify.failed(failure, 'Couldn’t save the columns. Try again.');
      void refetch().catch(() => {});
    }
  }
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="list-columns" className="outline-none">
      <h3 id="list-columns" className="mb-1.5 font-medium text-gray-700">
        Columns
      </h3>
      <p className="mb-2 text-gray-500">
        {isOfView ? 'Saved with the view when you update it.' : 'Only you see these columns.'} If they don’t fit the
        screen, each lead becomes a card.
      </p>
      <ColumnList
        tab={tab}
        columns={shown}
        onChange={(columns) => void keep(columns)}
        onReset={chosen ? () => void keep([]) : null}
      />
    </section>
  );
}

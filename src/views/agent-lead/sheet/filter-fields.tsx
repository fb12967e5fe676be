import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { ChoicesDocument, LeadSourcesDocument } from '#src/generated/graphql/graphql.ts';
import { stagesOf } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import type { ComboboxOption } from '#src/views/ui/combobox.tsx';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { MoneyInput } from '#src/views/ui/money-input.tsx';
import { Select } from '#src/views/ui/select.tsx';
import { searchIn } from '#src/views/ui/use-search-results.ts';
import { KIND_NAMES, STAGE_NAMES } from '../lead-names.ts';
import type { LeadFilterBarProps } from '../list/lead-filter-bar.tsx';
import type { LeadFilters } from '../list/lead-filters.ts';
import { AGES } from './filter-words.ts';
import { ManyField } from './many-field.tsx';

const optionsOf = (names: Record<string, string>): ComboboxOption[] =>
  Object.entries(names).map(([id, label]) => ({ id, label }));
const kinds = optionsOf(KIND_NAMES);
const states = optionsOf(US_STATES);
const searchKinds = searchIn(kinds);
/** By name or postal abbreviation. */
const searchStates = (text: string) =>
  states.filter(({ id, label }) => `${label} ${id}`.toLowerCase().includes(text.trim().toLowerCase()));

type Ends = 'after' | 'before' | 'priceMin' | 'priceMax';

/** A range that ends before it begins, by mistake or while it is typed, is shown but not applied. */
function useRange<Least extends Ends, Most extends Ends>(
  { filters, onChange }: Pick<LeadFilterBarProps, 'filters' | 'onChange'>,
  [least, most]: readonly [Least, Most],
  isAbove: (least: string, most: string) => boolean,
) {
  const [reversed, setReversed] = useState<LeadFilters | null>(null);
  const shown = { [least]: filters[least], [most]: filters[most], ...reversed } as { [End in Least | Most]?: string };
  return {
    shown,
    isReversed: reversed !== null,
    set(end: Least | Most, value: string | null | undefined) {
      const next = { ...shown, [end]: value ?? undefined };
      const isNow = next[least] !== undefined && next[most] !== undefined && isAbove(next[least], next[most]);
      setReversed(isNow ? next : null);
      if (!isNow) onChange(next);
    },
  };
}

/** All filters of a list; each change applies immediately. */
export function FilterFields({ tab, filters, onChange }: LeadFilterBarProps) {
  const client = useApolloClient();
  const { data: agents } = useQuery(ChoicesDocument, { variables: { list: 'agents', query: null } });
  const stages = tab ? stagesOf(tab) : [];
  const nameIn = (options: readonly { id: string; label: string }[]) => (value: string) =>
    options.find(({ id }) => id === value)?.label ?? value;
  const age = AGES.findIndex(({ ageMin, ageMax }) => ageMin === filters.ageMin && ageMax === filters.ageMax);

  async function searchSources(text: string): Promise<ComboboxOption[]> {
    const { data } = await client.query({ query: LeadSourcesDocument });
    return searchIn((data?.leadSources ?? []).map((source) => ({ id: source, label: source })))(
      text,
      new AbortController().signal,
    ) as ComboboxOption[];
  }
  async function searchAgents(query: string): Promise<ComboboxOption[]> {
    const { data } = await client.query({ query: ChoicesDocument, variables: { list: 'agents', query } });
    return (data?.choices ?? []).map(({ id, label, hint }) => ({ id, label, ...(hint && { hint }) }));
  }
  const city = (name: 'fromCity' | 'toCity', label: string) => (
    <Field label={label}>
      <Input
        key={filters[name] ?? ''}
        defaultValue={filters[name] ?? ''}
        maxLength={80}
        autoComplete="off"
        placeholder="Any"
        onBlur={({ currentTarget }) => set(name, currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && set(name, currentTarget.value)}
      />
    </Field>
  );
  const set = (name: keyof LeadFilters, text: string) =>
    text.trim() !== (filters[name] ?? '') && onChange({ [name]: text.trim() || undefined });
  const dates = useRange({ filters, onChange }, ['after', 'before'], (least, most) => least > most);
  const prices = useRange(
    { filters, onChange },
    ['priceMin', 'priceMax'],
    (least, most) => Number(least) > Number(most),
  );
  const price = (name: 'priceMin' | 'priceMax', label: string, error?: string | false) => (
    <Field label={label} error={error || undefined}>
      <MoneyInput
        value={prices.shown[name] === undefined ? null : Number(prices.shown[name])}
        placeholder="Any"
        onChange={(cents) => prices.set(name, cents?.toString())}
      />
    </Field>
  );
  return (
    <div className="space-y-4">
      {stages.length > 0 && (
        <Field label="Stage">
          <Select
            value={filters.stage ?? ''}
            placeholder="Any"
            options={stages.map((stage) => ({ value: stage, label: STAGE_NAMES[stage] }))}
            onChange={({ currentTarget: { value } }) =>
              onChange({ stage: (value || undefined) as LeadFilters['stage'] })
            }
          />
        </Field>
      )}
      <ManyField
        label="Source"
        values={filters.source}
        nameOf={(source) => source}
        search={searchSources}
        onChange={(source) => onChange({ source })}
      />
      <ManyField
        label="Kind"
        values={filters.kind}
        nameOf={nameIn(kinds)}
        search={searchKinds}
        onChange={(kind) => onChange({ kind })}
      />
      <ManyField
        label="Agents"
        values={filters.agent}
        nameOf={(id) => agents?.choices.find((one) => one.id === id)?.label ?? 'Another agent'}
        search={searchAgents}
        onChange={(agent) => onChange({ agent, mine: undefined })}
      />
      <ManyField
        label="From states"
        values={filters.from}
        nameOf={nameIn(states)}
        search={searchStates}
        onChange={(from) => onChange({ from })}
      />
      <ManyField
        label="To states"
        values={filters.to}
        nameOf={nameIn(states)}
        search={searchStates}
        onChange={(to) => onChange({ to })}
      />
      <div className="grid grid-cols-2 gap-3">
        {city('fromCity', 'From city')}
        {city('toCity', 'To city')}
        <Field label="Move date from">
          <DateInput value={dates.shown.after ?? null} onChange={(date) => dates.set('after', date)} />
        </Field>
        <Field
          label="Move date until"
          error={dates.isReversed ? `Choose ${showDate(dates.shown.after!)} or later.` : undefined}
        >
          <DateInput
            value={dates.shown.before ?? null}
            {...(dates.shown.after && { min: dates.shown.after })}
            onChange={(date) => dates.set('before', date)}
          />
        </Field>
        {price('priceMin', 'Quote from')}
        {price(
          'priceMax',
          'Quote up to',
          prices.isReversed && `Enter at least ${showMoney(Number(prices.shown.priceMin))}.`,
        )}
      </div>
      <Field label="Came in">
        <Select
          value={age < 0 ? '' : String(age)}
          placeholder="Any time"
          options={AGES.map(({ label }, index) => ({ value: String(index), label }))}
          onChange={({ currentTarget: { value } }) => {
            const chosen = value === '' ? undefined : AGES[Number(value)];
            onChange({ ageMin: chosen?.ageMin, ageMax: chosen?.ageMax });
          }}
        />
      </Field>
    </div>
  );
}

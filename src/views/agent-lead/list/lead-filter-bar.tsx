import { useState } from 'react';
import { ArrowsUpDownIcon, BookmarkIcon } from '@heroicons/react/16/solid';
import type { AgentLeadKind, AgentLeadSort } from '#src/generated/graphql/graphql.ts';
import { stagesOf } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.place.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { cx } from '#src/views/ui/class-names.ts';
import { showDate, showDateRange, today } from '#src/views/ui/dates.ts';
import { FilterChip, FilterChipBone } from '#src/views/ui/filter-chip.tsx';
import { Menu } from '#src/views/ui/menu.tsx';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { KIND_NAMES, STAGE_NAMES, WORK_NAMES } from '../lead-names.ts';
import { hasFilter, type LeadFilters } from './lead-filters.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

// Whom else to choose is not needed to show rows.
const AgentChip = lazy(() => import('./agent-chip.tsx'));
const ViewsMenu = lazy(() => import('../views/views-menu.tsx'));

interface LeadFilterBarProps {
  /** Null where all tabs are shown together. */
  tab: AgentLeadTab | null;
  filters: LeadFilters;
  onChange: (part: LeadFilters) => void;
}

const SORT_NAMES: Record<AgentLeadSort, string> = {
  due: 'Due first',
  newest: 'Newest first',
  move_date: 'Move date',
  client: 'Client, A to Z',
};
const states = Object.entries(US_STATES);

export function LeadFilterBar({ tab, filters, onChange }: LeadFilterBarProps) {
  const { mine, kind, from, to, stage, work } = filters;
  // Only a follow-up has a day of its own; elsewhere the tab's order is the newest first.
  const own: AgentLeadSort = tab === 'follow-up' ? 'due' : 'newest';
  const sort = filters.sort ?? own;
  const stages = tab ? stagesOf(tab) : [];
  const options = <K extends keyof LeadFilters>(key: K, names: readonly (readonly [string, string])[]) =>
    names.map(([value, label]) => ({ label, onSelect: () => onChange({ [key]: value }) }));
  return (
    <div className="flex flex-wrap items-center gap-1.5 py-3">
      <div role="group" aria-label="Agent" className="mr-1.5 inline-flex rounded-full bg-gray-100 p-0.5">
        {(
          [
            [undefined, 'All'],
            ['1', 'Mine'],
          ] as const
        ).map(([value, label]) => (
          <button
            key={label}
            type="button"
            aria-pressed={mine === value}
            className={cx(
              'h-6 rounded-full px-2.5 font-medium pointer-coarse:h-9',
              mine === value ? 'bg-white text-gray-900 ring-1 ring-gray-200' : 'text-gray-600 hover:text-gray-900',
            )}
            onClick={() => onChange({ mine: value })}
          >
            {label}
          </button>
        ))}
      </div>
      {stages.length > 0 && (
        <FilterChip
          name="Stage"
          value={stage && stages.includes(stage) ? STAGE_NAMES[stage] : null}
          options={options(
            'stage',
            stages.map((one) => [one, STAGE_NAMES[one]] as const),
          )}
          onClear={() => onChange({ stage: undefined })}
        />
      )}
      {work && (
        <FilterChip
          name="Today"
          value={WORK_NAMES[work]}
          options={[{ label: 'All leads', onSelect: () => onChange({ work: undefined }) }]}
          onClear={() => onChange({ work: undefined })}
        />
      )}
      <FilterChip
        name="Kind"
        value={kind ? KIND_NAMES[kind] : null}
        options={options('kind', Object.entries(KIND_NAMES) as [AgentLeadKind, string][])}
        onClear={() => onChange({ kind: undefined })}
      />
      <FilterChip
        name="From"
        value={from ?? null}
        options={options('from', states)}
        onClear={() => onChange({ from: undefined })}
      />
      <FilterChip
        name="To"
        value={to ?? null}
        options={options('to', states)}
        onClear={() => onChange({ to: undefined })}
      />
      <LazyBoundary fallback={<FilterChipBone name="Agent" />}>
        <AgentChip agent={filters.agent} onChange={onChange} />
      </LazyBoundary>
      <MoveDateChip filters={filters} onChange={onChange} />
      {hasFilter(filters, tab) && (
        <button
          type="button"
          className="h-7 rounded-full px-2 text-gray-600 hover:text-gray-900 pointer-coarse:h-10"
          onClick={() =>
            onChange({
              mine: undefined,
              agent: undefined,
              kind: undefined,
              from: undefined,
              to: undefined,
              after: undefined,
              before: undefined,
              stage: undefined,
              work: undefined,
              saved: undefined,
            })
          }
        >
          Clear all
        </button>
      )}
      {tab && (
        <div className="ml-auto flex items-center">
          <Views tab={tab} filters={filters} onChange={onChange} />
          <Menu
            className="btn btn-sm btn-ghost"
            items={(Object.entries(SORT_NAMES) as [AgentLeadSort, string][])
              .filter(([value]) => value !== 'due' || own === 'due')
              .map(([value, label]) => ({
                label,
                onSelect: () => onChange({ sort: value === own ? undefined : value }),
              }))}
          >
            <ArrowsUpDownIcon aria-hidden />
            {SORT_NAMES[sort]}
          </Menu>
        </div>
      )}
    </div>
  );
}

/** Windows that people plan in; from today on, as the person's own calendar has it. */
function MoveDateChip({ filters: { after, before }, onChange }: Omit<LeadFilterBarProps, 'tab'>) {
  const now = today();
  const windows: [string, number][] = [
    ['Next 7 days', 7],
    ['Next 14 days', 14],
    ['Next 30 days', 30],
    ['Next 90 days', 90],
  ];
  const value =
    after && before
      ? showDateRange(after, before)
      : after
        ? `from ${showDate(after)}`
        : before
          ? `until ${showDate(before)}`
          : null;
  return (
    <FilterChip
      name="Move date"
      value={value}
      options={[
        ...windows.map(([label, days]) => ({
          label,
          onSelect: () => onChange({ after: now, before: addDays(now, days) }),
        })),
        { label: 'Later than 90 days', onSelect: () => onChange({ after: addDays(now, 91), before: undefined }) },
        { label: 'In the past', onSelect: () => onChange({ after: undefined, before: addDays(now, -1) }) },
      ]}
      onClear={() => onChange({ after: undefined, before: undefined })}
    />
  );
}

/** Fetched once it is opened, or where the address names a view. */
function Views({ tab, filters, onChange }: LeadFilterBarProps & { tab: AgentLeadTab }) {
  const [isAsked, setAsked] = useState(false);
  const button = (
    <button type="button" aria-haspopup="menu" className="btn btn-sm btn-ghost" onClick={() => setAsked(true)}>
      <BookmarkIcon aria-hidden />
      Views
    </button>
  );
  if (!isAsked && !filters.saved) return button;
  return (
    <LazyBoundary fallback={button}>
      <ViewsMenu tab={tab} filters={filters} onChange={onChange} startsOpen={isAsked} />
    </LazyBoundary>
  );
}

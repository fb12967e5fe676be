import { type ReactNode, useState } from 'react';
import { BookmarkIcon, FunnelIcon, ViewColumnsIcon } from '@heroicons/react/24/outline';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { Button } from '#src/views/ui/button.tsx';
import { cx } from '#src/views/ui/class-names.ts';
import { hasFilter, type LeadFilters } from './lead-filters.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

// None of these is needed to show rows.
const ListSheet = lazy(() => import('../sheet/list-sheet.tsx'));
const FilterChips = lazy(() => import('../sheet/filter-chips.tsx'));
const ViewsMenu = lazy(() => import('../views/views-menu.tsx'));

export interface LeadFilterBarProps {
  /** Null if all tabs are shown together. */
  tab: AgentLeadTab | null;
  filters: LeadFilters;
  onChange: (part: LeadFilters) => void;
}

interface LeadFilterBarFrameProps extends LeadFilterBarProps {
  /** At the end of a list's bar. */
  children: ReactNode;
}

export function LeadFilterBar({ tab, filters, onChange, children }: LeadFilterBarFrameProps) {
  const { mine } = filters;
  const [sheet, setSheet] = useState<'filters' | 'columns' | null>(null);
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
      <Button size="sm" variant="ghost" icon={<FunnelIcon aria-hidden />} onClick={() => setSheet('filters')}>
        Filter{tab && <span className="max-sm:sr-only"> and sort</span>}
      </Button>
      <LazyBoundary>
        {hasFilter({ ...filters, mine: undefined }, tab) && (
          <FilterChips tab={tab} filters={filters} onChange={onChange} onOpen={() => setSheet('filters')} />
        )}
      </LazyBoundary>
      {tab && (
        <div className="ml-auto flex items-center gap-1.5">
          <Views tab={tab} filters={filters} onChange={onChange} />
          <Button
            size="sm"
            variant="ghost"
            className="max-sm:hidden"
            icon={<ViewColumnsIcon aria-hidden />}
            onClick={() => setSheet('columns')}
          >
            Columns
          </Button>
          {children}
        </div>
      )}
      {sheet && (
        <LazyBoundary>
          <ListSheet tab={tab} filters={filters} at={sheet} onChange={onChange} onClose={() => setSheet(null)} />
        </LazyBoundary>
      )}
    </div>
  );
}

/** Loaded once it is opened, or if the URL names a view. */
function Views({ tab, filters, onChange }: LeadFilterBarProps & { tab: AgentLeadTab }) {
  const [isAsked, setAsked] = useState(false);
  const button = (
    <button type="button" aria-haspopup="menu" className="btn btn-sm btn-ghost" onClick={() => setAsked(true)}>
      <BookmarkIcon aria-hidden className="max-sm:hidden" />
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

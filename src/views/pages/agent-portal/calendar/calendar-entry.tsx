import type { CalendarQuery } from '#src/generated/graphql/graphql.ts';
import { stageOf, tabOf } from '#src/views/agent-lead/lead-lifecycle.ts';
import { STAGE_NAMES, TAB_NAMES } from '#src/views/agent-lead/lead-names.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { STATE_NAMES } from '#src/views/ui/job-words.ts';
import { StateDot, type Tone } from '#src/views/ui/badge.tsx';
import { cx } from '#src/views/ui/class-names.ts';
import { showDateRange } from '#src/views/ui/dates.ts';
import { PageLink } from '#src/views/ui/page-link.tsx';

export type Entry = CalendarQuery['calendar']['entries'][number];

export const ROLE_NAMES: Record<Entry['role'], string> = {
  pick_up: 'Pick-up',
  drop_off: 'Delivery',
  extra: 'Extra stop',
};
export const ROLE_TONES: Record<Entry['role'], Tone> = { pick_up: 'blue', drop_off: 'green', extra: 'gray' };

/** The progress of the move: by the carrier's steps, once it is on the way. */
function standingOf({ tab, stage, jobState }: Entry): string {
  if (jobState && jobState !== 'not_started' && tab === 'open_contracts') return STATE_NAMES[jobState];
  return stage ? STAGE_NAMES[stageOf(stage)] : TAB_NAMES[tabOf(tab)];
}

interface EntryProps {
  entry: Entry;
  /** Not shown if all leads are of the same agent. */
  withAgent: boolean;
}

/** A stop with everything needed for planning. */
export function CalendarEntry({ entry, withAgent }: EntryProps) {
  const { role, clientName, city, state, firstDay, lastDay, carrierName, agentName, reference } = entry;
  return (
    <PageLink
      href={hrefs.agent.lead(entry.leadId)}
      className="block rounded-md border border-gray-200 px-2 py-1.5 hover:bg-gray-50"
    >
      <span className="block text-xs text-gray-600">
        <StateDot tone={ROLE_TONES[role]}>{ROLE_NAMES[role]}</StateDot>
        {firstDay !== lastDay && <span className="block">{showDateRange(firstDay, lastDay)}</span>}
      </span>
      <span className="block font-medium wrap-anywhere">{clientName}</span>
      <span className="block text-gray-600 wrap-anywhere">
        {city}, {state}
      </span>
      <span className={cx('block text-xs wrap-anywhere', carrierName ? 'text-gray-600' : 'text-amber-700')}>
        {carrierName ?? 'No carrier yet'}
      </span>
      <span className="block text-xs text-gray-500 wrap-anywhere">
        {/* A column is narrow: "Picked up" wraps as a whole. */}
        {[reference, standingOf(entry).replaceAll(' ', '\u00a0'), withAgent && (agentName ?? 'Unassigned')]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </PageLink>
  );
}

/** The short version, for a single line, or for later days of its window. */
export function ShortEntry({ entry, isLater }: { entry: Entry; isLater: boolean }) {
  const { role, clientName, city, state, carrierName } = entry;
  const whole = `${ROLE_NAMES[role]}: ${clientName}, ${city}, ${state}, ${carrierName ?? 'no carrier yet'}, ${standingOf(entry)}`;
  return (
    <PageLink
      href={hrefs.agent.lead(entry.leadId)}
      title={whole}
      aria-label={whole}
      className={cx('flex min-w-0 rounded-sm py-1 text-xs hover:bg-gray-100', isLater && 'text-gray-500')}
    >
      <StateDot tone={ROLE_TONES[role]}>{clientName}</StateDot>
    </PageLink>
  );
}

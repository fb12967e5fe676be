import type { StandingFragment as Fragment } from '#src/generated/graphql/graphql.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { StateDot, type Tone } from '#src/views/ui/badge.tsx';
import { cx } from '#src/views/ui/class-names.ts';
import { showDate, today } from '#src/views/ui/dates.ts';
import { sentence } from '#src/machines/phrases.ts';

export type Standing = Omit<Fragment, ' $fragmentName' | '__typename'>;

const names: Record<Standing['requirement'], string> = {
  agreement: 'Broker-carrier agreement',
  authority: 'Operating authority',
  liability: 'Liability insurance',
  cargo: 'Cargo insurance',
};

/** The lifecycle's states in words, with their expiration, if any. */
const words: Record<string, (until: string) => string> = {
  signed: () => 'Signed',
  unsigned: () => 'Not signed',
  active: () => 'Confirmed',
  pending: () => 'Not confirmed yet',
  revoked: () => 'Revoked',
  missing: () => 'Missing',
  'too-low': () => 'Below the required minimum',
  'in-force': (until) => `In force until ${until}`,
  'ends-early': (until) => `Ends ${until}`,
  ended: (until) => `Ended ${until}`,
};

function wordOf({ state, until, starts }: Standing): string {
  if (starts) return `Starts ${showDate(starts)}`;
  return words[state]?.(until ? showDate(until) : '') ?? state;
}

/** Whether the state and its day leave out what the gap says. */
const saysMore = ({ state, starts }: Standing): boolean =>
  state === 'too-low' || (starts !== null && state !== 'missing');

const rights = { board: 'seeing loads', bid: 'bidding', award: 'being awarded a load' } as const;

/** A policy that expires within this many days is marked; reminders start as early. */
const SOON_DAYS = 30;

function toneOf({ isMet, until, starts, state }: Standing): Tone {
  if (!isMet) return state === 'pending' || starts ? 'amber' : 'red';
  return until && until <= addDays(today(), SOON_DAYS) ? 'amber' : 'green';
}

interface ComplianceChecklistProps {
  compliance: readonly Standing[];
  /** A sentence about what to do for an unmet requirement. */
  remedyOf?: (standing: Standing) => string;
  /** Inside a card, which already has a border. */
  flush?: boolean;
}

/** All requirements of a carrier: state, expiration, and what is not possible without them. */
export function ComplianceChecklist({ compliance, remedyOf, flush = false }: ComplianceChecklistProps) {
  return (
    <ul
      aria-label="Compliance"
      className={cx('divide-y divide-gray-100', !flush && 'rounded-lg border border-gray-200')}
    >
      {compliance.map((standing) => (
        <li key={standing.requirement} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
          <div className="min-w-0 flex-1 basis-48">
            <p className="font-medium text-gray-900">{names[standing.requirement]}</p>
            {!standing.isMet && (
              <p className="text-gray-600">
                Blocks{' '}
                {standing.blocks
                  .map((right) => rights[right])
                  .join(', ')
                  .replace(/, ([^,]*)$/, ' and $1')}
                . {saysMore(standing) && `${sentence(standing.gap!)}. `}
                {remedyOf?.(standing)}
              </p>
            )}
          </div>
          <StateDot tone={toneOf(standing)}>{wordOf(standing)}</StateDot>
        </li>
      ))}
    </ul>
  );
}

import type { RefusalGroupFragment } from '#src/generated/graphql/graphql.ts';
import { showCount, showWhole } from '#src/machines/amount/amounts.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { eventName, usePlaceName } from './place-names.ts';

const ROLES: Record<string, string> = {
  agent: 'an agent',
  carrier: 'a carrier',
  client: 'the client',
  system: 'the system',
};

/** The reason, in words. */
function reasonOf({ because, unmet }: RefusalGroupFragment): string {
  if (because === 'state') return 'Not possible in this state';
  return because === 'role' ? `Only where ${unmet.join(' and ')}` : `Needs: ${unmet.join('; ')}`;
}

/** Refused attempts, most frequent first. `isHere`: all are of one state, which the context shows. */
export function RefusalList({ groups, isHere = false }: { groups: readonly RefusalGroupFragment[]; isHere?: boolean }) {
  const nameOf = usePlaceName();
  return (
    <ul className="divide-y divide-gray-100">
      {groups.map((group) => (
        <li key={group.key} className={isHere ? 'flex gap-3 py-1.5' : 'flex gap-3 px-4 py-2.5'}>
          <div className="min-w-0 flex-1">
            <p className="wrap-anywhere">
              <span className="font-medium">{eventName(group.event)}</span>
              {!isHere && <span className="text-gray-600"> in {nameOf(group.place)}</span>}
            </p>
            <p className="text-gray-600 wrap-anywhere">{reasonOf(group)}</p>
            <p className="text-gray-500">
              by {ROLES[group.role] ?? group.role} · {showCount(group.leads, 'lead')} · latest{' '}
              <RelativeTime instant={group.lastAt} />
            </p>
          </div>
          <p className="font-medium tabular-nums" title={showCount(group.attempts, 'attempt')}>
            {showWhole(group.attempts)}
            <span className="sr-only"> attempts</span>
          </p>
        </li>
      ))}
    </ul>
  );
}

import { Link } from 'wouter';
import type { NearCarrierFragment } from '#src/generated/graphql/graphql.ts';
import { showMoney, showWhole } from '#src/machines/amount/amounts.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Badge, StateDot } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { Money } from '#src/views/ui/money.tsx';
import { PhoneLink } from '#src/views/ui/phone-link.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { truckPlace, truckWishes } from '#src/views/ui/truck-words.ts';

export type NearCarrier = NearCarrierFragment;

interface NearestCarrierRowProps {
  near: NearCarrier;
  isChosen: boolean;
  onChoose: (() => void) | null;
  /** Whether any carrier of the list can be selected. */
  hasChoices: boolean;
  onInvite: (() => void) | null;
  onAward: (() => void) | null;
}

/** A carrier near a stop, with what is known about it and the available actions. */
export function NearestCarrierRow({ near, isChosen, onChoose, hasChoices, onInvite, onAward }: NearestCarrierRowProps) {
  const { carrier, miles, truck, sheetPrice, gaps, jobsWithUs, bid } = near;
  const { legalName: name } = carrier;
  const distance = `${showWhole(miles)} mi`;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-2.5">
      {hasChoices && (
        <Checkbox
          label={`Select ${name}`}
          labelHidden
          checked={isChosen && onChoose !== null}
          disabled={!onChoose}
          onChange={() => onChoose?.()}
        />
      )}
      <span className="w-16 shrink-0 text-right text-gray-600 tabular-nums max-sm:hidden">{distance}</span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <Link href={hrefs.agent.carrier(carrier.id)} className="link font-medium">
            {name}
          </Link>
          {gaps.length === 0 && <StateDot tone="green">Compliant</StateDot>}
        </p>
        <p className="text-gray-500">
          <span className="sm:hidden">{distance} · </span>
          {carrier.city}, {carrier.state} · USDOT {carrier.usdot}
        </p>
        {truck && (
          <p>
            <Badge tone="green">Empty truck</Badge>{' '}
            {[`${showWhole(truck.miles)} mi away`, truckPlace(truck), truckWishes(truck), truck.note]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
        {carrier.phone && <PhoneLink phone={carrier.phone} name={name} />}
        {gaps.length > 0 && <p className="text-red-600">Not compliant: {gaps.join('; ')}</p>}
        <Asked near={near} />
      </div>
      <div className="flex items-start justify-between gap-3 max-sm:w-full">
        <div className="sm:text-right">
          <p>
            {bid ? (
              <Money cents={bid.amount} />
            ) : sheetPrice === null ? (
              <span className="text-gray-500">No sheet price</span>
            ) : (
              <Money cents={sheetPrice} />
            )}
          </p>
          {bid && (
            <p className="text-xs text-gray-500">
              bid{sheetPrice !== null && sheetPrice !== bid.amount && `, sheet ${showMoney(sheetPrice)}`}
            </p>
          )}
          <p className="text-xs text-gray-500">
            {jobsWithUs === 0 ? 'No jobs with us' : jobsWithUs === 1 ? '1 job with us' : `${jobsWithUs} jobs with us`}
          </p>
        </div>
        {(onInvite || onAward || hasChoices) && (
          <div className="flex shrink-0 justify-end gap-2 w-32">
            {onInvite && (
              <Button size="sm" aria-label={`Invite ${name}`} onClick={onInvite}>
                Invite
              </Button>
            )}
            {onAward && (
              <Button size="sm" aria-label={`Award to ${name}`} onClick={onAward}>
                Award
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  );
}

function Asked({ near: { bid, invitedAt, invitedBy } }: { near: NearCarrier }) {
  if (!invitedAt) return null;
  return (
    <p className="text-gray-600">
      Invited by {invitedBy} <RelativeTime instant={invitedAt} />
      {!bid && ', no bid yet'}
    </p>
  );
}

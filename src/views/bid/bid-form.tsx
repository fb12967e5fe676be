import { type FormEvent, useState } from 'react';
import type { LoadBiddingFragment } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { showDate, showDateRange } from '#src/views/ui/dates.ts';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { MoneyInput } from '#src/views/ui/money-input.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { LoadChanged } from './load-changed.tsx';
import { seenOf } from './load-changes.ts';
import { SuggestedBid } from './suggested-bid.tsx';
import type { Offer } from './use-offer.ts';

const AMOUNT = 'bid-amount';
const START = 'bid-start';

/** An all-inclusive amount, a day inside the window, and a note to the broker. */
export function BidForm({ load, offer }: { load: LoadBiddingFragment; offer: Offer }) {
  const { draft, snapshot, busy, change, seenBefore } = offer;
  const [attempt, setAttempt] = useState(0);
  const { fields, problem } = snapshot.context;
  const first = load.moveDate;
  const last = load.moveDateLast ?? first;
  const isInWindow =
    draft.startDate !== null && first !== null && last !== null && draft.startDate >= first && draft.startDate <= last;
  const found: Record<string, string> = {
    ...(!draft.amount && { [AMOUNT]: 'Enter your price for the whole job.' }),
    ...(!isInWindow && {
      [START]: first && last ? `Choose a day in the window, ${showDateRange(first, last)}.` : 'Choose a day.',
    }),
  };
  const errors: Record<string, string> = {
    ...(fields.amount && { [AMOUNT]: fields.amount }),
    ...(fields.startDate && { [START]: fields.startDate }),
    ...(attempt > 0 ? found : {}),
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    setAttempt((count) => count + 1);
    if (Object.keys(found).length === 0) offer.actor.send({ type: 'offer.sent' });
  }

  return (
    <form
      noValidate
      aria-label={offer.isStanding ? 'Revise your bid' : 'Place a bid'}
      className="space-y-4"
      onSubmit={submit}
    >
      <FormErrors errors={errors} attempt={attempt} />
      {seenBefore && <LoadChanged was={seenBefore} now={load} onSeen={() => change({ load: seenOf(load) })} />}
      {offer.isStanding && load.bid && (
        <p role="status">
          Your bid now: {showMoney(load.bid.amount)}, start {showDate(load.bid.startDate)}
        </p>
      )}
      <SuggestedBid leadId={load.id} onUse={(amount) => change({ amount })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Your price" id={AMOUNT} error={errors[AMOUNT]} help="All-inclusive, in US dollars.">
          <MoneyInput value={draft.amount} onChange={(amount) => change({ amount })} />
        </Field>
        <Field
          label="Start date"
          id={START}
          error={errors[START]}
          help={first && last ? windowHelp(first, last) : undefined}
        >
          <DateInput
            value={draft.startDate}
            min={first ?? undefined}
            max={last ?? undefined}
            onChange={(startDate) => change({ startDate })}
          />
        </Field>
      </div>
      <Field label="Note to the broker" optional>
        <Textarea
          rows={2}
          maxLength={1000}
          value={draft.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
      </Field>
      {problem && !seenBefore && Object.keys(errors).length === 0 && <Callout color="red" title={problem} />}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy} disabled={seenBefore !== null}>
          {offer.isStanding ? 'Revise bid' : 'Place bid'}
        </Button>
        {offer.isStanding && (
          <Button disabled={busy} onClick={offer.discard}>
            Keep it
          </Button>
        )}
      </div>
    </form>
  );
}

/** The days on which the load may be picked up. */
const windowHelp = (first: string, last: string): string =>
  first === last ? `Only ${showDate(first)}.` : `In the window, ${showDateRange(first, last)}.`;

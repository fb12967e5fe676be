import { useState } from 'react';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { showDateRange, todayIn } from '#src/views/ui/dates.ts';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useKeptText } from '#src/views/ui/use-kept-text.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { MoveStops } from './move-stops.tsx';
import type { Portal, PortalActs } from './use-portal.ts';

/** Where and when the move is, and the client’s request for other days: its state, and the form to make one. */
export function PortalDates({ acts }: { acts: PortalActs }) {
  const { portal } = acts;
  const { state, firstDay, lastDay, answer, actions } = portal.reschedule;
  const [open, setOpen] = useState<'ask' | 'withdraw' | null>(null);
  const asking = actions.find(({ event }) => event === 'days.asked');
  const days = firstDay && showDateRange(firstDay, lastDay ?? firstDay);
  const close = () => setOpen(null);
  return (
    <Card title="Dates and stops">
      <MoveStops stops={portal.stops} />
      <div className="mt-5 space-y-3 border-t border-gray-200 pt-4">
        {state === 'asked' && (
          <Callout color="amber" title={`You asked to move on ${days}`}>
            We’re checking whether that works, and will tell you here and by email. Until then, your dates stay the
            same.
          </Callout>
        )}
        {state === 'accepted' && asking?.may && (
          <Callout color="green" title={`We can move you on ${days}`}>
            {answer && <p className="whitespace-pre-line wrap-anywhere">{answer}</p>}
            {portal.agreement && !hasAgreedDates(portal) && <p>We’ll send you the updated agreement to sign.</p>}
          </Callout>
        )}
        {state === 'declined' && asking?.may && (
          <Callout color="amber" title={`We can’t move you on ${days}`}>
            <p className="whitespace-pre-line wrap-anywhere">{answer}</p>
          </Callout>
        )}
        {state === 'asked' ? (
          <Button onClick={() => setOpen('withdraw')}>Withdraw request…</Button>
        ) : asking?.may ? (
          <Button onClick={() => setOpen('ask')}>{hasDates(portal) ? 'Ask for other dates…' : 'Ask for dates…'}</Button>
        ) : (
          <p className="text-gray-600">Dates can’t change after pick-up.</p>
        )}
      </div>
      {open === 'ask' && <AskDialog acts={acts} onClose={close} />}
      {open === 'withdraw' && <WithdrawDialog acts={acts} onClose={close} />}
    </Card>
  );
}

/** Whether the pick-up is planned on one of the days that were agreed to. */
function hasAgreedDates({ stops: [pickUp], reschedule: { firstDay, lastDay } }: Portal): boolean {
  const planned = pickUp?.earliest;
  return Boolean(planned && firstDay && planned >= firstDay && planned <= (lastDay ?? firstDay));
}

const hasDates = ({ stops }: Portal): boolean => stops.some(({ earliest }) => earliest);

function AskDialog({ acts, onClose }: { acts: PortalActs; onClose: () => void }) {
  const { brokerage, agreement } = acts.portal;
  const [first, setFirst] = useState<string | null>(null);
  const [last, setLast] = useState<string | null>(null);
  const [reason, setReason] = useKeptText(`dates-reason.${acts.portal.reference}`, 'tab');
  const wished = { first: first ?? '', last: last ?? first ?? '', reason: reason.trim() };
  const key = useSendKey(wished);
  const today = todayIn(brokerage.zone);
  const form = useSubmit({
    errors: {
      'dates-first': first === null ? 'Choose the earliest day.' : first < today && 'Choose today or a later day.',
      'dates-last': last !== null && first !== null && last < first && 'Choose a day after the earliest one.',
      'dates-reason': wished.reason === '' && 'Tell us why.',
    },
    send: () => acts.wish(wished, key),
    done: (next) => {
      setReason('');
      acts.show(next);
      onClose();
    },
    fallback: 'Couldn’t send your request. Check your connection and try again.',
    refused: (error) => {
      // It was requested in another tab, or answered meanwhile: the page shows its current state.
      if (problemOf(error).status === 409) acts.reload();
      return false;
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={hasDates(acts.portal) ? 'Ask for other dates' : 'Ask for dates'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="other-dates" variant="primary" busy={form.busy}>
            Send request
          </Button>
        </>
      }
    >
      <form id="other-dates" className="space-y-4" noValidate onSubmit={(event) => void form.submit(event)}>
        {form.problem && <Callout color="red" title={form.problem} />}
        <p className="text-gray-600">
          {agreement
            ? 'Your agreement states your dates. If we can change them, we’ll send you an updated agreement to sign.'
            : 'If these dates work, we’ll plan your move for them.'}
        </p>
        <Field id="dates-first" label="Earliest pick-up" error={form.errors['dates-first'] ?? null}>
          <DateInput value={first} onChange={setFirst} min={today} />
        </Field>
        <Field
          id="dates-last"
          label="Latest pick-up"
          optional
          help="Leave it empty if only that day works."
          error={form.errors['dates-last'] ?? null}
        >
          <DateInput value={last} onChange={setLast} min={first ?? today} />
        </Field>
        <Field id="dates-reason" label="Reason" error={form.errors['dates-reason'] ?? null}>
          <Textarea
            rows={3}
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}

function WithdrawDialog({ acts, onClose }: { acts: PortalActs; onClose: () => void }) {
  const key = useSendKey({ version: acts.portal.reschedule.version });
  const form = useSubmit({
    errors: {},
    send: () => acts.withdraw(key),
    done: (next) => {
      acts.show(next);
      onClose();
    },
    fallback: 'Couldn’t withdraw the request. Check your connection and try again.',
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Withdraw your request for other dates?"
      confirm="Withdraw request"
      danger={false}
      busy={form.busy}
      onConfirm={() => void form.submit()}
    >
      {form.problem && <Callout color="red" title={form.problem} />}
      <p>Your dates stay the same. You can ask again later.</p>
    </ConfirmDialog>
  );
}

import { useApolloClient } from '@apollo/client/react';
import { type ComponentProps, useState } from 'react';
import {
  DecideStateLeadDocument,
  MarkStateLeadContactedDocument,
  ShelveStateLeadDocument,
} from '#src/generated/graphql/graphql.ts';
import type { StateLeadEvent } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { Button } from '#src/views/ui/button.tsx';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { actionOf, type StateLeadRecord, whyNot } from './state-lead-names.ts';

const QuoteDialog = lazy(() => import('./quote-dialog.tsx'));
const OutcomeDialog = lazy(() => import('./outcome-dialog.tsx'));

/**
 * The transitions with a button here. Planning and notes have their own components, and the client answers a quote on
 * its own page.
 */
type SheetMove = Exclude<
  StateLeadEvent['type'],
  'note.written' | 'quote.accepted' | 'quote.declined' | 'follow-up.set' | 'follow-up.cleared' | 'lead.assigned'
>;

/** The transitions that the lifecycle has here, each with its button; a refused one shows what is missing. */
export function StateLeadMoves({ lead, onStale }: { lead: StateLeadRecord; onStale: () => void }) {
  const client = useApolloClient();
  const notify = useNotify();
  const [dialog, setDialog] = useState<'quote' | 'won' | 'lost' | null>(null);
  const { busy, write } = useWrite();
  const { id, version } = lead;

  const move = (name: string, send: () => Promise<unknown>, done: string | (() => void)) =>
    write({
      name,
      send,
      done,
      failed: 'Nothing was changed. Try again.',
      refused: (error) => void (problemOf(error).status === 409 && onStale()),
    });
  const shelve = (isArchived: boolean, undo = true): Promise<boolean> =>
    move(
      'shelf',
      () => client.mutate({ mutation: ShelveStateLeadDocument, variables: { id, isArchived } }),
      () =>
        notify.done(
          isArchived ? 'Lead archived' : 'Lead restored',
          undo ? { undo: () => void shelve(!isArchived, false) } : {},
        ),
    );

  const buttons: Record<SheetMove, ComponentProps<typeof Button>> = {
    'quote.sent': {
      variant: 'primary',
      onClick: () => setDialog('quote'),
      children: lead.quote ? 'Send another quote' : 'Send a quote',
    },
    'contact.made': {
      busy: busy === 'contact',
      onClick: () =>
        void move(
          'contact',
          () => client.mutate({ mutation: MarkStateLeadContactedDocument, variables: { id, version } }),
          'Marked as contacted',
        ),
      children: 'Mark as contacted',
    },
    'lead.won': { onClick: () => setDialog('won'), children: 'Won' },
    'lead.lost': { onClick: () => setDialog('lost'), children: 'Lost' },
    'lead.reopened': {
      busy: busy === 'reopen',
      onClick: () =>
        void move(
          'reopen',
          () => client.mutate({ mutation: DecideStateLeadDocument, variables: { id, outcome: 'open', version } }),
          'Lead reopened',
        ),
      children: 'Reopen',
    },
    'lead.archived': { busy: busy === 'shelf', onClick: () => void shelve(true), children: 'Archive' },
    'lead.restored': { busy: busy === 'shelf', onClick: () => void shelve(false), children: 'Restore' },
  };
  const events = Object.keys(buttons) as SheetMove[];
  const why = [...new Set(events.flatMap((event) => whyNot(lead, event) ?? []))];
  return (
    <div>
      <div className="flex flex-wrap gap-2">
        {events.map((event) => {
          const action = actionOf(lead, event);
          return (
            action && (
              <Button
                key={event}
                disabled={!action.may}
                aria-describedby={action.may ? undefined : 'why-not'}
                {...buttons[event]}
              />
            )
          );
        })}
      </div>
      {why.length > 0 && (
        <p id="why-not" className="mt-2 text-gray-600">
          {why.join(' ')}
        </p>
      )}
      {dialog && (
        <LazyBoundary>
          {dialog === 'quote' ? (
            <QuoteDialog lead={lead} onClose={() => setDialog(null)} />
          ) : (
            <OutcomeDialog lead={lead} outcome={dialog} onClose={() => setDialog(null)} />
          )}
        </LazyBoundary>
      )}
    </div>
  );
}

import type { MODEL_CHANGED } from '#src/machines/replay.ts';
import type { StateLeadEvent } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { showDate } from '#src/views/ui/dates.ts';
import type {
  StateLeadLostReason,
  StateLeadRecordFragment,
  StateLeadRowFragment,
  StateLeadState,
  StateNoteFragment,
} from '#src/generated/graphql/graphql.ts';
import { onlyIf } from '#src/machines/phrases.ts';

export type StateLeadRow = StateLeadRowFragment;
export type StateLeadRecord = StateLeadRecordFragment & StateLeadRowFragment;
export type StateNote = StateNoteFragment;

export const STATES: Record<StateLeadState, { name: string; tone: 'green' | 'amber' | 'gray' | 'blue' | 'red' }> = {
  fresh: { name: 'New', tone: 'blue' },
  contacted: { name: 'Contacted', tone: 'gray' },
  quoted: { name: 'Quote sent', tone: 'amber' },
  accepted: { name: 'Accepted', tone: 'green' },
  declined: { name: 'Declined', tone: 'red' },
  won: { name: 'Won', tone: 'green' },
  lost: { name: 'Lost', tone: 'gray' },
};

export const LOST_NAMES: Record<StateLeadLostReason, string> = {
  price: 'Price too high',
  other_mover: 'Hired another mover',
  no_answer: 'Never answered',
  dates: 'Dates did not work',
  not_moving: 'Not moving',
  other: 'Something else',
};

/** The lifecycle's verdict on an event of the lead; null if the event does not exist now. */
export const actionOf = (lead: Pick<StateLeadRow, 'actions'>, event: StateLeadEvent['type']) =>
  lead.actions.find((action) => action.event === event) ?? null;

/** Why an event is refused, as one sentence; null if it is not. */
export const whyNot = (lead: Pick<StateLeadRow, 'actions'>, event: StateLeadEvent['type']): string | null => {
  const action = actionOf(lead, event);
  return action && !action.may ? onlyIf(action.unmet) : null;
};

/** One line of the history. */
export function happened({
  event,
  payload,
}: StateLeadRecord['history'] extends readonly (infer Entry)[] | null | undefined ? Entry : never): string {
  const { amount, reason, value, date, assignee } = payload as {
    amount?: number;
    reason?: string;
    value?: number;
    date?: string;
    assignee?: string | null;
  };
  const why = LOST_NAMES[reason?.replaceAll('-', '_') as StateLeadLostReason];
  const price = amount === undefined ? '' : ` of ${showMoney(amount)}`;
  const said = reason ? `: ${reason}` : '';
  const words: Record<StateLeadEvent['type'] | typeof MODEL_CHANGED, string> = {
    'contact.made': 'marked it as contacted',
    'note.written': 'wrote a note',
    'quote.sent': `sent a quote${price}`,
    'quote.accepted': `accepted the quote${price}${said}`,
    'quote.declined': `declined the quote${price}${said}`,
    'lead.won': `marked it as won${value === undefined ? '' : ` at ${showMoney(value)}`}`,
    'lead.lost': `marked it as lost${why ? `: ${why.toLowerCase()}` : ''}`,
    'lead.reopened': 'reopened it',
    'follow-up.set': `set a follow-up${date ? ` for ${showDate(date)}` : ''}`,
    'follow-up.cleared': 'removed the follow-up',
    'lead.assigned': assignee ? `assigned it to ${assignee}` : 'assigned it to nobody',
    'lead.archived': 'archived it',
    'lead.restored': 'restored it',
    'model.changed': 'took it over into a new version of the workflow',
  };
  // An event that no lifecycle has any more is still shown in words.
  return words[event as keyof typeof words] ?? event.replace(/[.-]/g, ' ');
}

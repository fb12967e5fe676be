import { AddLeadNoteDocument, type CallOutcome } from '#src/generated/graphql/graphql.ts';
import { Field } from '#src/views/ui/field.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { showPhone } from '#src/machines/phone/phone.ts';
import { RadioGroup } from '#src/views/ui/radio-group.tsx';
import { type Mention, mentionedIn } from '#src/views/ui/mention-textarea.tsx';
import { lifecycleOf, todayOf } from '../lead-lifecycle.ts';
import { TAB_NAMES, whyOff } from '../lead-names.ts';
import { FollowUpDate } from '../moves/follow-up-date.tsx';
import { fieldId, MoveFrame } from '../moves/move-frame.tsx';
import { movesOf } from '../moves/lead-moves.ts';
import { needsReason, ReasonField } from '../moves/reason-field.tsx';
import { type MoveFormProps, useMove } from '../moves/use-move.ts';
import { OUTCOME_NAMES, OUTCOMES } from './note-names.ts';
import { NoteText } from './note-text.tsx';

/** The default reason to call again, until the person changes it. */
const AGAIN: Partial<Record<CallOutcome, string>> = {
  no_answer: 'No answer, call again',
  voicemail: 'Left a voicemail, call again',
  busy: 'Busy, call again',
  call_back: 'Asked to be called back',
};
const USUAL = ['Wants to think it over', 'Comparing other quotes', 'Waiting for the move date'];

interface Draft {
  outcome: CallOutcome | null;
  text: string;
  mentions: Mention[];
  date: string | null;
  /** Null until the person enters one. */
  reason: string | null;
}

/** A call, its outcome, and when to call again. */
export default function LogCallForm(props: MoveFormProps) {
  const { lead } = props;
  const { phone } = lead.client;
  const today = todayOf(lead);
  const next = movesOf(lead).find(({ event }) => event === 'lead.followed-up');
  const reasonOf = ({ outcome, reason }: Draft) => reason ?? (outcome && AGAIN[outcome]) ?? '';
  const form = useMove<Draft>({
    ...props,
    draft: { outcome: null, text: '', mentions: [], date: null, reason: null },
    check: (draft) => ({
      outcome: draft.outcome === null && 'Choose how the call ended.',
      date: draft.date !== null && draft.date < today && 'Choose today or a later day.',
      reason: draft.date !== null && needsReason(reasonOf(draft)),
    }),
    save: ({ draft, version, ...by }) =>
      mutate(by, AddLeadNoteDocument, {
        leadId: lead.id,
        input: {
          kind: 'call',
          outcome: draft.outcome,
          text: draft.text.trim() || null,
          mentions: mentionedIn(draft.text, draft.mentions).map(({ id }) => id),
          ...(draft.date && { version, followUp: { date: draft.date, reason: reasonOf(draft).trim() } }),
        },
      }),
    done: `Call with ${lead.client.name} logged`,
    keptAs: 'call',
  });
  const { draft } = form;
  const { place } = lifecycleOf(lead);
  const moves =
    next?.to && next.to.state !== place.state
      ? `Moves the lead to “${TAB_NAMES[next.to.state]}”${place.state === 'contract-sent' ? ' and withdraws the contract' : ''}.`
      : undefined;
  return (
    <MoveFrame form={form} title={`Log a call with ${lead.client.name}`} verb="Log call">
      {phone && (
        <p>
          <a className="link" href={`tel:${phone}`}>
            {showPhone(phone)}
          </a>
        </p>
      )}
      <div id={fieldId('outcome')} tabIndex={-1}>
        <RadioGroup
          legend="How did it end?"
          inline
          choices={OUTCOMES.map((value) => ({ value, label: OUTCOME_NAMES[value] }))}
          value={draft.outcome}
          error={form.errors.outcome}
          onChange={(outcome) => form.change({ outcome })}
        />
      </div>
      <Field
        label="Notes"
        id={fieldId('text')}
        optional
        error={form.errors.text}
        help="For agents only. Type @ to mention a colleague."
      >
        <NoteText
          value={draft.text}
          mentions={draft.mentions}
          onChange={(text, mentions) => form.change({ text, mentions })}
        />
      </Field>
      {next?.isAllowed ? (
        <FollowUpDate
          label="Next follow-up"
          optional
          today={today}
          date={draft.date}
          error={form.errors.date}
          help={draft.date ? moves : undefined}
          onChange={(date) => form.change({ date })}
        />
      ) : (
        <p className="text-gray-500">
          {next ? `Follow-up: ${whyOff(next.unmet).toLowerCase()}.` : 'A follow-up cannot be set at this step.'}
        </p>
      )}
      {draft.date && (
        <ReasonField
          label="What for?"
          usual={USUAL}
          value={reasonOf(draft)}
          error={form.errors.reason}
          onChange={(reason) => form.change({ reason })}
        />
      )}
    </MoveFrame>
  );
}

import { FollowUpDocument } from '#src/generated/graphql/graphql.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { Field } from '#src/views/ui/field.tsx';
import { todayOf } from '../lead-lifecycle.ts';
import { fieldId, MoveFrame } from './move-frame.tsx';
import { needsReason, ReasonField } from './reason-field.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';
import { mutate } from '#src/views/ui/mutate.ts';

const USUAL = [
  'No answer, call again',
  'Wants to think it over',
  'Waiting for the move date',
  'Comparing other quotes',
  'Wants a better price',
];

export default function FollowUpForm(props: MoveFormProps) {
  const { lead } = props;
  const today = todayOf(lead);
  const form = useMove({
    ...props,
    draft: { date: addDays(today, 1) as string | null, reason: '' },
    check: ({ date, reason }) => ({
      date: (date === null && 'Choose a date.') || (date !== null && date < today && 'Choose today or a later day.'),
      reason: needsReason(reason),
    }),
    save: ({ draft, version, ...by }) =>
      mutate(by, FollowUpDocument, { leadId: lead.id, version, date: draft.date!, reason: draft.reason.trim() }),
    done: `Follow-up set for ${lead.client.name}`,
  });
  const days: [string, number][] = [
    ['Today', 0],
    ['Tomorrow', 1],
    ['In 3 days', 3],
    ['In a week', 7],
  ];
  return (
    <MoveFrame form={form} title="Set a follow-up" verb="Set follow-up">
      <div>
        <Field label="Get back to the client on" id={fieldId('date')} error={form.errors.date}>
          <DateInput data-autofocus min={today} value={form.draft.date} onChange={(date) => form.change({ date })} />
        </Field>
        <div className="mt-2 flex flex-wrap gap-1.5" role="group" aria-label="Quick dates">
          {days.map(([label, ahead]) => {
            const date = addDays(today, ahead);
            return (
              <button
                key={label}
                type="button"
                title={showDate(date)}
                aria-pressed={form.draft.date === date}
                className="h-7 rounded-full border border-gray-200 px-2.5 text-gray-600 hover:border-gray-400 hover:text-gray-900 aria-pressed:border-primary-600 aria-pressed:bg-primary-50 aria-pressed:text-primary-800 pointer-coarse:h-10"
                onClick={() => form.change({ date })}
              >
                {label}
              </button>
            );
          })}
        </div>
      </div>
      <ReasonField
        usual={USUAL}
        value={form.draft.reason}
        error={form.errors.reason}
        onChange={(reason) => form.change({ reason })}
      />
    </MoveFrame>
  );
}

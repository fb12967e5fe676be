import { addDays } from '#src/machines/calendar/days.ts';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { Field } from '#src/views/ui/field.tsx';
import { fieldId } from './move-frame.tsx';

const DAYS: [string, number][] = [
  ['Today', 0],
  ['Tomorrow', 1],
  ['In 3 days', 3],
  ['In a week', 7],
];

/** The most common reasons. */
export const USUAL_FOLLOW_UPS = [
  'No answer, call again',
  'Wants to think it over',
  'Waiting for the move date',
  'Comparing other quotes',
  'Wants a better price',
];

export const wrongFollowUp = (date: string | null, today: string) =>
  (date === null && 'Choose a date.') || (date !== null && date < today && 'Choose today or a later day.');

interface FollowUpDateProps {
  label: string;
  today: string;
  date: string | null;
  onChange: (date: string | null) => void;
  error?: string;
  help?: string;
  /** Pressing a quick date again clears it. */
  optional?: boolean;
}

/** When to get back to a client: any day from today on, with buttons for common ones. */
export function FollowUpDate({ label, today, date: chosen, onChange, error, help, optional }: FollowUpDateProps) {
  return (
    <div>
      <Field label={label} id={fieldId('date')} error={error} help={help} optional={optional}>
        <DateInput data-autofocus={optional ? undefined : true} min={today} value={chosen} onChange={onChange} />
      </Field>
      <div className="mt-2 flex flex-wrap gap-1.5" role="group" aria-label="Quick dates">
        {DAYS.map(([name, ahead]) => {
          const date = addDays(today, ahead);
          const isChosen = chosen === date;
          return (
            <button
              key={name}
              type="button"
              title={showDate(date)}
              aria-pressed={isChosen}
              className="h-7 rounded-full border border-gray-200 px-2.5 text-gray-600 hover:border-gray-400 hover:text-gray-900 aria-pressed:border-primary-600 aria-pressed:bg-primary-50 aria-pressed:text-primary-800 pointer-coarse:h-10"
              onClick={() => onChange(optional && isChosen ? null : date)}
            >
              {name}
            </button>
          );
        })}
      </div>
    </div>
  );
}

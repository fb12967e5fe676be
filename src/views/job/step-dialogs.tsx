import { type FormEvent, useState } from 'react';
import { JOB_DAYS_BACK } from '#src/machines/job/job.lifecycle.ts';
import { DAY, MINUTE } from '#src/machines/calendar/durations.ts';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { FormDialog } from '#src/views/ui/form-dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { exactTime } from '#src/views/ui/relative-time.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useKeptText } from '#src/views/ui/use-kept-text.ts';
import { type Forward, type Job, sinceOf } from './job-names.ts';
import { STATE_NAMES } from '#src/views/ui/job-words.ts';

interface DialogProps {
  busy: boolean;
  onClose: () => void;
}

/** A time as the value of a date-time field, in the person's own time zone. */
function localText(at: number): string {
  const date = new Date(at);
  return new Date(at - date.getTimezoneOffset() * MINUTE).toISOString().slice(0, 16);
}

/** Why a time cannot be that of the next step; compared by the minute, because people give no more than that. */
function whyNot(at: Date, since: number): string | null {
  if (Number.isNaN(at.getTime())) return 'Enter the date and the time.';
  if (at.getTime() > Date.now()) return 'Choose a time that isn’t in the future.';
  if (at.getTime() < Math.floor(since / MINUTE) * MINUTE)
    return `Choose a time after ${exactTime(new Date(since).toISOString())}.`;
  return null;
}

/** The step was done before it could be reported: asks for its time. */
export function EarlierDialog({
  job,
  verb,
  busy,
  onClose,
  onSave,
}: DialogProps & { job: Job; verb: string; onSave: (at: string) => void }) {
  const [now] = useState(Date.now);
  const since = Math.max(Date.parse(sinceOf(job)), now - JOB_DAYS_BACK * DAY);
  const [value, setValue] = useState(localText(now));
  const [wrong, setWrong] = useState<string | null>(null);
  function submit(event: FormEvent) {
    event.preventDefault();
    const at = new Date(value);
    const why = whyNot(at, since);
    setWrong(why);
    if (!why && !busy) onSave(at.toISOString());
  }
  return (
    <FormDialog onClose={onClose} title="When was it?" size="sm" verb={verb} busy={busy} onSubmit={submit}>
      <Field label="Date and time" error={wrong}>
        <Input
          type="datetime-local"
          value={value}
          min={localText(since)}
          max={localText(now)}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      </Field>
    </FormDialog>
  );
}

/** The step is before the agreed pick-up day: asks whether it is meant. */
export function EarlyDialog({
  step,
  agreedOn,
  verb,
  busy,
  onClose,
  onSave,
}: DialogProps & { step: Forward; agreedOn: string; verb: string; onSave: () => void }) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`${STATE_NAMES[step]} before ${showDate(agreedOn)}?`}
      confirm={verb}
      busy={busy}
      danger={false}
      onConfirm={onSave}
    >
      The agreed pick-up day is {showDate(agreedOn)}. The client sees each step of the job, so report only what has
      happened.
    </ConfirmDialog>
  );
}

/** Undoes the last step: asks why. `onSave` answers whether it was saved. */
export function BackDialog({
  job: { id, state },
  busy,
  onClose,
  onSave,
}: DialogProps & { job: Job; onSave: (reason: string) => Promise<boolean> }) {
  const [reason, setReason] = useKeptText(`undo-step.${id}.${state}`);
  const [attempt, setAttempt] = useState(0);
  function submit(event: FormEvent) {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (reason.trim() !== '' && !busy) void onSave(reason.trim()).then((isSaved) => isSaved && setReason(''));
  }
  return (
    <FormDialog
      onClose={onClose}
      title={`Undo “${STATE_NAMES[state]}”?`}
      size="sm"
      verb="Undo the step"
      busy={busy}
      onSubmit={submit}
    >
      <p className="mb-3 text-gray-600">Its time is removed. The activity keeps a record of it, with your reason.</p>
      <Field label="Reason" error={attempt > 0 && reason.trim() === '' ? 'Say why, in a few words.' : null}>
        <Textarea rows={2} maxLength={500} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
    </FormDialog>
  );
}

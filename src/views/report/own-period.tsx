import { useId, useState } from 'react';
import { Button } from '#src/views/ui/button.tsx';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { Field } from '#src/views/ui/field.tsx';

interface OwnPeriodProps {
  from: string;
  to: string;
  /** The server's error for the dates. */
  error: string | null;
  onChoose: (days: { from: string; to: string }) => void;
}

/** From one day to another, both included. Remount it for other days. */
export function OwnPeriod({ from, to, error, onChoose }: OwnPeriodProps) {
  const id = useId();
  const [first, setFirst] = useState<string | null>(from);
  const [last, setLast] = useState<string | null>(to);
  const [attempt, setAttempt] = useState(false);
  const missing = first === null || last === null ? 'Enter both days.' : first > last ? 'End on a later day.' : null;
  return (
    <form
      aria-labelledby={id}
      noValidate
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        setAttempt(true);
        if (missing === null) onChoose({ from: first!, to: last! });
      }}
    >
      <h2 id={id} className="sr-only">
        Custom dates
      </h2>
      <Field label="From">
        <DateInput value={first} onChange={setFirst} />
      </Field>
      <Field label="To" error={(attempt && missing) || error}>
        <DateInput value={last} onChange={setLast} />
      </Field>
      <Button type="submit">Show</Button>
    </form>
  );
}

import { type FormEvent, useState } from 'react';
import { useNotify } from './notify-context.ts';
import { problemOf } from './problem.ts';

/** The id of a field to its sentence, in the order of the form. */
export type Errors = Readonly<Record<string, string | false | null | undefined>>;

interface Submission<Answer> {
  /** What the form itself finds wrong; asked again while the person mends it. */
  errors: Errors;
  send: () => Promise<Answer>;
  done: (answer: Answer) => void;
  /** Said when the server gives no sentence of its own. */
  fallback: string;
  /** The server's names of fields where they are not the form's ids. */
  names?: Readonly<Record<string, string>>;
  /** Takes over a refusal that is not about fields; true when it did. */
  refused?: (error: unknown) => boolean;
}

/**
 * One form on its way to the server: checked, sent once, and what is wrong said beside its fields and in
 * `FormErrors`. A refusal without fields becomes `problem`, for a callout that stays.
 */
export function useSubmit<Answer>({ errors: found, send, done, fallback, names = {}, refused }: Submission<Answer>) {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [answered, setAnswered] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const own = Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const errors = attempt > 0 ? { ...answered, ...Object.fromEntries(own) } : {};

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    if (busy) return;
    setAttempt((count) => count + 1);
    setAnswered({});
    setProblem(null);
    if (own.length > 0) return;
    setBusy(true);
    try {
      const answer = await send();
      setAttempt(0);
      done(answer);
    } catch (error) {
      if (refused?.(error)) return;
      const { status, fields, detail } = problemOf(error);
      if (Object.keys(fields).length > 0) {
        setAnswered(
          Object.fromEntries(Object.entries(fields).map(([name, sentence]) => [names[name] ?? name, sentence])),
        );
        // It counts as another try, so that the focus goes to what was found.
        setAttempt((count) => count + 1);
      } else if (detail && status !== null && status < 500) setProblem(detail);
      else notify.failed(error, fallback);
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    attempt,
    errors: errors as Readonly<Record<string, string>>,
    problem,
    submit,
    reset: () => setAttempt(0),
  };
}

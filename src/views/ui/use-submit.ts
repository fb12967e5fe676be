import { type FormEvent, useState } from 'react';
import { problemOf } from './problem.ts';
import { useWrite } from './use-write.ts';

/** From the id of a field to its error message, in the order of the form. */
export type Errors = Readonly<Record<string, string | false | null | undefined>>;

interface Submission<Answer> {
  /** The form's own errors; checked again while the person corrects them. */
  errors: Errors;
  send: () => Promise<Answer>;
  done: (answer: Answer) => void;
  /** The message if the server gives none. */
  fallback: string;
  /** Maps the server's field names to the form's ids, where they differ. */
  names?: Readonly<Record<string, string>>;
  /** Handles a refusal that is not about fields; returns true if it did. */
  refused?: (error: unknown) => boolean;
}

/**
 * Submits a form: validates it, sends it once, and shows errors at its fields and in `FormErrors`. A refusal without
 * fields becomes `problem`, for a callout that stays.
 */
export function useSubmit<Answer>({ errors: found, send, done, fallback, names = {}, refused }: Submission<Answer>) {
  const { busy, problem, fields, write, dismiss } = useWrite({ inline: 'reasons' });
  const [attempt, setAttempt] = useState(0);
  const own = Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const answered = Object.entries(fields).map(([name, sentence]) => [names[name] ?? name, sentence]);
  const errors = attempt > 0 ? Object.fromEntries([...answered, ...own]) : {};

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    if (busy !== null) return;
    setAttempt((count) => count + 1);
    if (own.length > 0) return;
    await write({
      send,
      done(answer) {
        setAttempt(0);
        done(answer);
      },
      failed: fallback,
      refused(error) {
        if (refused?.(error)) return true;
        // Counts as another attempt, so that the focus moves to the errors.
        if (Object.keys(problemOf(error).fields).length > 0) setAttempt((count) => count + 1);
      },
    });
  }

  return {
    busy: busy !== null,
    attempt,
    errors: errors as Readonly<Record<string, string>>,
    /** The server's reason, if it is not about fields. */
    problem: answered.length > 0 ? null : problem,
    submit,
    /** Back to the state before any attempt. */
    reset() {
      setAttempt(0);
      dismiss();
    },
  };
}

import { type FormEvent, useState } from 'react';
import { problemOf } from './problem.ts';
import { useWrite } from './use-write.ts';

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
        // It counts as another try, so that the focus goes to what was found.
        if (Object.keys(problemOf(error).fields).length > 0) setAttempt((count) => count + 1);
      },
    });
  }

  return {
    busy: busy !== null,
    attempt,
    errors: errors as Readonly<Record<string, string>>,
    /** The server's reason, where it is not about fields. */
    problem: answered.length > 0 ? null : problem,
    submit,
    /** As if nothing had been tried yet. */
    reset() {
      setAttempt(0);
      dismiss();
    },
  };
}

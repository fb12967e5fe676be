import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ChatDetail } from '#src/machines/chat/chat-details.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { MergeConflict } from '#src/views/ui/merge-conflict.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { useFocusOnError } from '#src/views/ui/use-focus-on-error.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { type ChatCorrection, type ChatValues, type Correct, type DetailCorrection, valueKey } from './chat-types.ts';
import { correctionWords, DETAIL_WORDS } from './detail-words.ts';

/** Someone else, or the assistant, recorded another value: by then it is loaded and shown. */
const isOther = (error: unknown) => problemOf(error).changed.length > 0;

/** The props of every detail form. */
export interface DetailFormProps {
  detail: ChatDetail;
  label: string;
  values: ChatValues;
  /** Identifies the current value of the detail; null if it is unknown. */
  version: string | null;
  correct: Correct;
  /** It was saved or canceled. */
  onDone: () => void;
}

interface ShellProps extends DetailFormProps {
  /** What would be sent; null clears the detail. */
  next: DetailCorrection;
  /** The form's own errors, by the part of the detail after its name: '', '/zip', '/latest'. */
  wrong?: Readonly<Record<string, string | false | null>>;
  /** The parts that have a field; the server's error for any other part is shown at the first one. */
  parts?: readonly string[];
  children: (field: (part: string) => { id: string; error: string | undefined }) => ReactNode;
}

/** The form of one detail, in its place, with buttons to save and cancel, and errors at their fields. */
export function DetailForm({
  detail,
  label,
  values,
  version,
  correct,
  onDone,
  next,
  wrong = {},
  parts = [''],
  children,
}: ShellProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  // It replaces the button that opened it.
  useEffect(() => form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(), []);
  const key = valueKey(detail);
  const [seenVersion, see] = useState(version);
  const seen = [{ detail, version: seenVersion }];
  const correction: ChatCorrection = { [key]: next, seen };
  const sendKey = useSendKey(correction);
  const partOf = (name: string) => parts.find((part) => part !== '' && name.startsWith(detail + part)) ?? parts[0]!;
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: Object.fromEntries(Object.entries(wrong).map(([part, sentence]) => [detail + part, sentence])),
    send: () => correct(correction, sendKey),
    done: onDone,
    fallback: 'Couldn’t save. Check your connection, then try again.',
    refused: isOther,
  });
  const [first] = Object.entries(errors);
  useFocusOnError(first ? id + partOf(first[0]) : '', attempt, first?.[1]);
  const forget = useForget({ [key]: null, seen }, correct, onDone);
  // The saved value is shown before the form has closed.
  const conflicts =
    version === seenVersion || busy || forget.busy
      ? []
      : [{ path: detail, mine: correctionWords(detail, next), theirs: DETAIL_WORDS[detail](values) }];
  const isKnown = values[key] !== null;
  return (
    // The browser's own messages belong to no field; the form shows the errors.
    <form
      ref={form}
      noValidate
      className="space-y-3 py-3"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Keeps the surrounding sheet open.
        event.stopPropagation();
        onDone();
      }}
    >
      <MergeConflict
        what="this"
        taken={[]}
        conflicts={conflicts}
        attempt={attempt}
        nameOf={() => label}
        show={(words) => (words as string | null) ?? 'nothing'}
        onChoose={(_, whose) => (whose === 'mine' ? see(version) : onDone())}
      />
      {problem && <Callout color="red" title={problem} />}
      {children((part) => ({
        id: id + part,
        error: Object.entries(errors).find(([name]) => partOf(name) === part)?.[1],
      }))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={busy} disabled={conflicts.length > 0}>
          Save
        </Button>
        <Button onClick={onDone}>Cancel</Button>
        {isKnown && (
          <Button
            variant="ghost"
            className="ml-auto"
            busy={forget.busy}
            disabled={conflicts.length > 0}
            onClick={() => void forget.submit()}
          >
            Remove
          </Button>
        )}
      </div>
    </form>
  );
}

/** Clears a detail. */
function useForget(correction: ChatCorrection, correct: Correct, onDone: () => void) {
  const key = useSendKey(correction);
  return useSubmit({
    errors: {},
    send: () => correct(correction, key),
    done: onDone,
    fallback: 'Couldn’t remove it. Check your connection, then try again.',
    refused: isOther,
  });
}

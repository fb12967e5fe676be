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

/** Someone else, or the assistant, noted another value: it is read by then, and shown. */
const isOther = (error: unknown) => problemOf(error).changed.length > 0;

/** What every form of one detail is given. */
export interface DetailFormProps {
  detail: ChatDetail;
  label: string;
  values: ChatValues;
  /** Names the detail as it is now; null where it is unknown. */
  version: string | null;
  correct: Correct;
  /** It was saved, or let be. */
  onDone: () => void;
}

interface ShellProps extends DetailFormProps {
  /** What would be sent; null forgets the detail. */
  next: DetailCorrection;
  /** What the form itself finds wrong, by the part of the detail after its name: '', '/zip', '/latest'. */
  wrong?: Readonly<Record<string, string | false | null>>;
  /** The parts that have a field; what the server says of any other stands beside the first one. */
  parts?: readonly string[];
  children: (field: (part: string) => { id: string; error: string | undefined }) => ReactNode;
}

/** The form of one detail, in its place: saved or left with two buttons, what is wrong beside its field. */
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
  // It was asked for with the button that it takes the place of.
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
  // What is saved here is shown before the form has closed.
  const conflicts =
    version === seenVersion || busy || forget.busy
      ? []
      : [{ path: detail, mine: correctionWords(detail, next), theirs: DETAIL_WORDS[detail](values) }];
  const isKnown = values[key] !== null;
  return (
    // The browser's own words are those of no field; the form says what is wrong.
    <form
      ref={form}
      noValidate
      className="space-y-3 py-3"
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The sheet around it stays open.
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

/** Takes back what was said about a detail. */
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

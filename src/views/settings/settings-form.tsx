import type { ReactNode } from 'react';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { intoView } from '#src/views/ui/draw-then-focus.ts';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { changedFields, isEqual } from '#src/machines/draft/merge-draft.ts';
import { MergeConflict } from '#src/views/ui/merge-conflict.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { isConflict, saveMerged, type Typed, useMergedDraft } from '#src/views/ui/use-merged-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { wire } from './setting-names.ts';

interface Form<D> {
  values: D;
  change: (part: Partial<D>) => void;
  /** The id and the error of the field with this name. */
  of: (field: keyof D & string) => { id: string; error: string | undefined };
}

interface SettingsFormProps<D extends object> {
  /** The API's name. */
  section: string;
  saved: D;
  version: number;
  names: Record<keyof D & string, string>;
  show?: (value: unknown, field: string) => string;
  check?: (values: D) => Partial<Record<keyof D & string, string | false>>;
  /** Only what has changed is sent. */
  write: (version: number, changed: Partial<D>, key: string) => Promise<unknown>;
  readAgain: () => Promise<{ version: number; values: D }>;
  done: string;
  /** Beside the button. */
  aside?: ReactNode;
  children: (form: Form<D>) => ReactNode;
}

/**
 * One section of the settings. It is saved separately; the draft is kept until then, whatever a colleague saves
 * meanwhile.
 */
export function SettingsForm<D extends object>({
  section,
  saved,
  version,
  names,
  show = (value) => String(value ?? '') || 'nothing',
  check,
  write,
  readAgain,
  done,
  aside,
  children,
}: SettingsFormProps<D>) {
  const notify = useNotify();
  const draft = useDraft<Typed<D>>(`settings:${section}`);
  const { values, isChanged, taken, conflicts, change, choose, drop } = useMergedDraft(saved, draft);
  const idOf = (field: string) => `${section}-${field}`;
  const key = useSendKey({ values, version });
  const fields = Object.keys(names) as (keyof D & string)[];
  const { busy, attempt, errors, problem, submit, reset } = useSubmit({
    errors: Object.fromEntries(
      Object.entries(check?.(values) ?? {}).map(([field, wrong]) => [idOf(field), wrong as string | false]),
    ),
    names: Object.fromEntries(fields.map((field) => [wire(field), idOf(field)])),
    send: () => {
      const changed = Object.fromEntries(
        changedFields(saved, values).map((field) => [field, values[field]]),
      ) as Partial<D>;
      return saveMerged({
        version,
        write: (against, isAgain) => write(against, changed, isAgain ? crypto.randomUUID() : key),
        readAgain,
        isUntouched: (now) => isEqual(now.values, saved),
      });
    },
    done() {
      drop();
      notify.done(done);
    },
    fallback: 'Couldn’t save. What you typed is kept; try again.',
    refused: isConflict,
  });
  return (
    <form noValidate className="max-w-160 space-y-4" onSubmit={(event) => void submit(event)}>
      <MergeConflict
        what="these settings"
        attempt={attempt}
        taken={taken}
        conflicts={conflicts}
        nameOf={(field) => names[field as keyof D & string] ?? field}
        show={show}
        onChoose={choose}
      />
      {problem && <Callout ref={intoView} color="red" title={problem} className="scroll-m-4" />}
      <FormErrors errors={errors} attempt={attempt} />
      {children({ values, change, of: (field) => ({ id: idOf(field), error: errors[idOf(field)] }) })}
      <div className="flex flex-wrap items-center gap-2 pt-2">
        <Button type="submit" variant="primary" busy={busy} disabled={!isChanged || conflicts.length > 0}>
          Save changes
        </Button>
        {isChanged && (
          <Button
            variant="ghost"
            onClick={() => {
              drop();
              reset();
            }}
          >
            Discard changes
          </Button>
        )}
        {aside}
      </div>
    </form>
  );
}

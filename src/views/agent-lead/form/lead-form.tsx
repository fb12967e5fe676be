import { type FormEvent, useEffect, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { FormProvider, type FieldErrors, useForm } from 'react-hook-form';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Section } from '#src/views/ui/card.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import type { LeadRow } from '../lead-law.ts';
import { MoveConflict } from '../moves/move-conflict.tsx';
import { useWrite, type Write } from '../moves/use-move.ts';
import { checkLead } from './check-lead.ts';
import { ClientFields } from './client-fields.tsx';
import { DuplicateNote } from './duplicate-note.tsx';
import { InventoryEditor } from './inventory-editor.tsx';
import { dropDraft, keepDraft, readDraft } from '#src/views/ui/draft-storage.ts';
import { LEAD_DRAFT_SHAPE, type LeadDraft } from './lead-draft.ts';
import { controlId } from './lead-field.tsx';
import { MoveFields, OfficeFields } from './move-fields.tsx';
import { StopsEditor } from './stops-editor.tsx';

interface LeadFormProps {
  /** Null makes a new lead. */
  lead: LeadRow | null;
  version: number;
  /** As it is saved now. */
  initial: LeadDraft;
  save: (write: Write<object>, draft: LeadDraft) => Promise<unknown>;
  done: (draft: LeadDraft) => string;
  /** Where its buttons go. */
  footer: HTMLElement | null;
  onClose: () => void;
  onDone?: (answer: unknown) => void;
}

/** `{'stops.0.zip': 'sentence'}` as the form library nests it. */
function nested(found: Readonly<Record<string, string>>): FieldErrors<LeadDraft> {
  const errors: Record<string, unknown> = {};
  for (const [path, message] of Object.entries(found)) {
    const keys = path.split(/[./]/);
    let at = errors;
    for (const key of keys.slice(0, -1)) at = (at[key] ??= {}) as Record<string, unknown>;
    at[keys.at(-1)!] = { type: 'wrong', message };
  }
  return errors as FieldErrors<LeadDraft>;
}

export function LeadForm({ lead, version, initial, save, done, footer, onClose, onDone }: LeadFormProps) {
  const id = useId();
  const draftKey = `lead:${lead?.id ?? 'new'}`;
  const [kept] = useState(() => readDraft<LeadDraft>(draftKey, LEAD_DRAFT_SHAPE));
  const [isKept, setIsKept] = useState(kept !== null);
  const form = useForm<LeadDraft>({
    defaultValues: initial,
    values: kept ?? undefined,
    resetOptions: { keepDefaultValues: true },
    resolver: (values) => {
      const errors = nested(checkLead(values));
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
    },
    shouldFocusError: false,
  });
  const write = useWrite<object>({
    version,
    draft: {},
    save: (by) => save(by, form.getValues()),
    done: () => done(form.getValues()),
    onClose,
    onDone(answer) {
      dropDraft(draftKey);
      onDone?.(answer);
    },
  });
  const { change } = write;
  const [found, setFound] = useState<Readonly<Record<string, string>>>({});

  useEffect(() => {
    const stop = form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (!isDirty) return;
        keepDraft(draftKey, LEAD_DRAFT_SHAPE, values);
        // What is typed after a failure is another submit, with another key.
        change({});
      },
    });
    return stop;
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    setFound(checkLead(form.getValues()));
    void form.handleSubmit(() => write.submit(event), () => write.fail())(event);
  }
  function discard(): void {
    dropDraft(draftKey);
    form.reset(initial);
    setIsKept(false);
  }
  // What the last try found, by us or by the server; each field follows by itself what is still wrong.
  const answered = Object.fromEntries(Object.entries(write.errors).map(([path, message]) => [path.replaceAll('/', '.'), message]));
  const errors = Object.fromEntries(Object.entries({ ...found, ...answered }).map(([path, message]) => [controlId(path), message]));

  return (
    <>
      {footer &&
        createPortal(
          <>
            <span className="mr-auto text-xs max-sm:basis-full text-gray-500">{form.formState.isDirty || isKept ? 'Your draft is kept in this browser.' : ''}</span>
            <Button onClick={write.close}>{form.formState.isDirty ? 'Close' : 'Cancel'}</Button>
            <Button type="submit" form={id} variant="primary" busy={write.busy} disabled={write.isStale || write.isRefused}>
              {lead ? 'Save lead' : 'Add lead'}
            </Button>
          </>,
          footer,
        )}
      <FormProvider {...form}>
        <form id={id} noValidate onSubmit={submit} className="space-y-4">
          {isKept && (
            <Callout color="blue" title="You are looking at what you typed last time" action={<Button size="sm" onClick={discard}>Discard it</Button>}>
              It was not saved yet.
            </Callout>
          )}
          {write.isStale && lead && <MoveConflict seen={lead} current={write.refusal?.current} onAccept={write.accept} />}
          {write.isRefused && <Callout color="red" title={write.refusal?.detail} />}
          {write.problem && <Callout color="red" title={write.problem} />}
          <FormErrors errors={errors} attempt={write.attempt} />
          <Section title="Client">
            <ClientFields />
          </Section>
          <Section title="Stops">
            <StopsEditor />
          </Section>
          <DuplicateNote ownId={lead?.id ?? null} />
          <Section title="Move">
            <MoveFields isNew={lead === null} />
          </Section>
          <Section title="Inventory">
            <InventoryEditor />
          </Section>
          <Section title="Office">
            <OfficeFields />
          </Section>
        </form>
      </FormProvider>
    </>
  );
}

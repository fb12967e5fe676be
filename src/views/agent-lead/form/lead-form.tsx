import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { FormProvider, type FieldErrors, useForm } from 'react-hook-form';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Section } from '#src/views/ui/card.tsx';
import { intoView } from '#src/views/ui/draw-then-focus.ts';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import type { LeadRow } from '../lead-lifecycle.ts';
import type { MoveRefusal } from '#src/machines/agent-lead/agent-lead-move.machine.ts';
import { MergeConflict } from '#src/views/ui/merge-conflict.tsx';
import { changedFields, type Conflict, type Merged, mergeDraft } from '#src/machines/draft/merge-draft.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { whyAgreed } from '../moves/lead-moves.ts';

import { refusalOf, useDraftWrite, type Write } from '../moves/use-move.ts';
import { checkLead } from './check-lead.ts';
import { ClientFields } from './client-fields.tsx';
import { InventoryEditor } from './inventory-editor.tsx';
import { dropDraft, keepDraft, readDraft } from '#src/views/ui/draft-storage.ts';
import { type KeptLead, type LeadBase, type LeadDraft, leadFieldName, showLeadValue } from './lead-draft.ts';
import { LEAD_DRAFT_SHAPE, leadDraftKey } from './kept-lead.ts';
import { controlId, type LeadPath } from './lead-field.tsx';
import { MoveFields, OfficeFields } from './move-fields.tsx';
import { StopsEditor } from './stops-editor.tsx';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const DuplicateNote = lazy(() => import('./duplicate-note.tsx'));

interface LeadFormProps {
  /** Null creates a new lead. */
  lead: LeadRow | null;
  version: number;
  /** Today's date at the brokerage; null until it is loaded. */
  today: string | null;
  /** The lead as saved now. */
  initial: LeadDraft;
  /** What the form starts with instead, if nothing was kept; its differences are not saved yet. */
  suggested?: LeadDraft | undefined;
  /** Writes only what differs from `base`, against the version of `base`. */
  save: (write: Write<object>, draft: LeadDraft, base: LeadBase, byOther: boolean) => Promise<unknown>;
  /** Loads the lead as saved now, after someone else was faster. */
  readAgain?: () => Promise<LeadBase>;
  done: (draft: LeadDraft) => string;
  /** Where its buttons are rendered. */
  footer: HTMLElement | null;
  onClose: () => void;
  onDone?: (answer: unknown) => void;
  /** The field focused when the form opens; the name by default. */
  focus?: LeadPath | undefined;
  /** The label of another save button; `save` is informed that it was used, and the caller handles what follows. */
  other?: string;
}

/** `{'stops.0.zip': 'sentence'}`, nested as the form library expects. */
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

export function LeadForm(props: LeadFormProps) {
  const { lead, version, today, initial, suggested, save, readAgain, done, footer, onClose, onDone, other, focus } =
    props;
  const id = useId();
  const agreed = lead && whyAgreed(lead);
  const draftKey = leadDraftKey(lead?.id ?? null);
  const [stored] = useState(() => readDraft<KeptLead>(draftKey, LEAD_DRAFT_SHAPE));
  const [isKept, setIsKept] = useState(stored !== null);
  const [base, setBase] = useState<LeadBase>({ version, values: initial });
  // A draft started from an older version: what was saved since is merged into it.
  const [merged, setMerged] = useState<(Merged<LeadDraft> & { from: LeadBase }) | null>(() =>
    stored && stored.base.version !== version
      ? { ...mergeDraft(stored.base.values, stored.values, initial), from: stored.base }
      : null,
  );
  const [kept] = useState(() => (stored ? (merged?.values ?? stored.values) : (suggested ?? null)));
  const conflicts = merged?.conflicts ?? [];
  // Until all conflicts are decided, the draft keeps its older base, so that reopening it shows them again.
  const keptBase = merged && conflicts.length > 0 ? merged.from : base;
  const check = (values: LeadDraft) => checkLead(values, { saved: lead && base.values, today });
  const form = useForm<LeadDraft>({
    defaultValues: initial,
    values: kept ?? undefined,
    resetOptions: { keepDefaultValues: true },
    resolver: (values) => {
      const errors = nested(check(values));
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
    },
    shouldFocusError: false,
  });
  const readItems = useRef<() => Promise<void>>(null);
  const byOther = useRef(false);
  const write = useDraftWrite<object>({
    version,
    draft: {},
    save: async (by) => {
      // Items typed as text but not parsed yet must not be lost.
      await readItems.current?.();
      return save(by, form.getValues(), base, byOther.current).catch(async (error: unknown) => {
        const { current } = refusalOf(error) as Partial<MoveRefusal>;
        if (!readAgain || problemOf(error).status !== 409 || !current || current.version === base.version) throw error;
        const now = await readAgain();
        const next = mergeDraft(base.values, form.getValues(), now.values);
        setBase(now);
        setMerged({ ...next, from: base });
        form.reset(now.values);
        for (const name of changedFields(now.values, next.values))
          form.setValue(name, next.values[name], { shouldDirty: true });
        keepDraft(draftKey, LEAD_DRAFT_SHAPE, {
          base: next.conflicts.length > 0 ? base : now,
          values: next.values,
        } satisfies KeptLead);
        throw Object.assign(new Error('The lead has changed since.'), {
          kind: 'invalid',
          detail: '',
          unmet: [],
          fields: {},
          current: null,
        } satisfies MoveRefusal);
      });
    },
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
        keepDraft(draftKey, LEAD_DRAFT_SHAPE, { base: keptBase, values } satisfies KeptLead);
        // Edits after a failure are another submission, with another key.
        change({});
      },
    });
    return stop;
  });

  // Only once: while the lead was loading, the dialog focused something else. Kept values are applied after the first
  // rendering, and replace the fields of the stops.
  useEffect(() => {
    if (!focus) return undefined;
    const frame = requestAnimationFrame(() => {
      const field = document.getElementById(controlId(focus));
      field?.focus();
      field?.scrollIntoView({ block: 'center' });
    });
    return () => cancelAnimationFrame(frame);
  }, [focus]);

  function choose(conflict: Conflict, whose: 'mine' | 'theirs'): void {
    if (whose === 'theirs') form.setValue(conflict.path as 'notes', conflict.theirs as string, { shouldDirty: true });
    setMerged(merged && { ...merged, conflicts: conflicts.filter(({ path }) => path !== conflict.path) });
  }
  function submit(event: FormEvent, isOther = false): void {
    event.preventDefault();
    byOther.current = isOther;
    if (conflicts.length > 0) return;
    setFound(check(form.getValues()));
    void form.handleSubmit(
      () => write.submit(event),
      () => write.fail(),
    )(event);
  }
  function discard(): void {
    dropDraft(draftKey);
    form.reset(base.values);
    setMerged(null);
    setIsKept(false);
  }
  // The errors of the last attempt, ours or the server's; each field then updates its own.
  const answered = Object.fromEntries(
    Object.entries(write.errors).map(([path, message]) => [path.replaceAll('/', '.'), message]),
  );
  const errors = Object.fromEntries(
    Object.entries({ ...found, ...answered }).map(([path, message]) => [controlId(path), message]),
  );

  return (
    <>
      {footer &&
        createPortal(
          <>
            {(form.formState.isDirty || isKept) && (
              <span className="mr-auto text-xs text-gray-500 max-sm:w-full">Your draft is kept in this browser.</span>
            )}
            {/* A phone has room for two buttons; the close button above closes it as well. */}
            <Button className={other && 'max-sm:hidden'} onClick={write.close}>
              {form.formState.isDirty ? 'Close' : 'Cancel'}
            </Button>
            {other && (
              <Button
                disabled={write.busy || write.isRefused}
                aria-keyshortcuts="Control+Shift+Enter"
                onClick={(event) => submit(event, true)}
              >
                {other}
              </Button>
            )}
            <Button
              type="submit"
              form={id}
              variant="primary"
              busy={write.busy}
              disabled={conflicts.length > 0 || write.isRefused}
            >
              {lead ? 'Save lead' : 'Add lead'}
            </Button>
          </>,
          footer,
        )}
      <FormProvider {...form}>
        <form
          id={id}
          noValidate
          onSubmit={submit}
          onKeyDown={(event) => {
            if (!other || event.key !== 'Enter' || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return;
            event.stopPropagation();
            submit(event, true);
          }}
          className="space-y-4"
        >
          {isKept && (
            <Callout
              color="blue"
              title="This is your unsaved draft"
              action={
                <Button size="sm" onClick={discard}>
                  Discard draft
                </Button>
              }
            >
              It hasn’t been saved yet.
            </Callout>
          )}
          {merged && (merged.taken.length > 0 || merged.conflicts.length > 0) && (
            <MergeConflict
              key={base.version}
              what="this lead"
              taken={merged.taken}
              conflicts={conflicts}
              nameOf={leadFieldName}
              show={showLeadValue}
              onChoose={choose}
            />
          )}
          {write.isRefused && (
            <Callout ref={intoView} color="red" title={write.refusal?.detail} className="scroll-m-4" />
          )}
          {write.problem && <Callout ref={intoView} color="red" title={write.problem} className="scroll-m-4" />}
          <FormErrors errors={errors} attempt={write.attempt} />
          <Section title="Client">
            <ClientFields />
          </Section>
          <LazyBoundary>
            <DuplicateNote ownId={lead?.id ?? null} />
          </LazyBoundary>
          {agreed && (
            <Callout color="blue" title="Stops, dates, items, and price stay as they are">
              {agreed} Contact, access, and notes can change.
            </Callout>
          )}
          <Section title="Stops">
            <StopsEditor isAgreed={agreed !== null} />
          </Section>
          <Section title="Move">
            <MoveFields isNew={lead === null} isAgreed={agreed !== null} />
          </Section>
          <Section title="Inventory">
            <fieldset disabled={agreed !== null} className="min-w-0">
              <InventoryEditor readItems={readItems} />
            </fieldset>
          </Section>
          <Section title="Office">
            <OfficeFields />
          </Section>
        </form>
      </FormProvider>
    </>
  );
}

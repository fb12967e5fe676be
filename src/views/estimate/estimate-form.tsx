import { useMutation } from '@apollo/client/react';
import type { FormEvent } from 'react';
import { useId, useState } from 'react';
import { CreateEstimateDocument, EditEstimateDocument } from '#src/generated/graphql/graphql.ts';
import type { EstimateKind } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { intoView } from '#src/views/ui/draw-then-focus.ts';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { MergeConflict } from '#src/views/ui/merge-conflict.tsx';
import type { Merged } from '#src/machines/draft/merge-draft.ts';
import { mergeDraft, withValue } from '#src/machines/draft/merge-draft.ts';
import { MoneyInput } from '#src/views/ui/money-input.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { RadioGroup } from '#src/views/ui/radio-group.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { LineFields } from './line-fields.tsx';
import { ESTIMATE_KIND_NAMES } from './estimate-units.ts';
import type { Draft, EstimateFormProps, Kept } from './estimate-draft.ts';
import { asSaved, followed, overridesOf, pricingInput, totalOf, withPrice } from './estimate-pricing.ts';
import { OverrideFields } from './override-fields.tsx';
import { PricePanel } from './price-panel.tsx';
import { KEPT_SHAPE, nameOf, show, startFrom, currentOf, check } from './estimate-draft.ts';

/** The form of an estimate. The draft is kept until it is saved or discarded; the server recomputes the amounts. */
export default function EstimateForm(props: EstimateFormProps) {
  const { lead, base, edits, onClose, onDone, onSend } = props;
  const notify = useNotify();
  const formId = useId();
  const [kept, keep] = useDraft<Kept>(`estimate:${lead.id}:${base?.id ?? 'new'}:${edits}`, KEPT_SHAPE);
  const [fresh, setFresh] = useState(() => ({ base: startFrom(props), version: edits && base ? base.version : null }));
  // An earlier draft started from another version: what was saved since is merged into it, once.
  const [merged, setMerged] = useState<(Merged<Draft> & { from: Omit<Kept, 'values'> }) | null>(() =>
    kept && kept.version !== fresh.version
      ? { ...mergeDraft(kept.base, kept.values, fresh.base), from: { base: kept.base, version: kept.version } }
      : null,
  );
  const [draft, setValues] = useState(merged?.values ?? kept?.values ?? fresh.base);
  const conflicts = merged?.conflicts ?? [];
  // Until all conflicts are decided, the draft keeps its older base, so that reopening it shows them again.
  function setDraft(values: Draft, open = conflicts): void {
    setValues(values);
    keep({ ...(merged && open.length > 0 ? merged.from : fresh), values });
  }
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const key = useSendKey({ draft, version: fresh.version });
  const [create, creating] = useMutation(CreateEstimateDocument);
  const [edit, editing] = useMutation(EditEstimateDocument);
  const errors = attempt > 0 ? check(draft, lead.facts.today) : {};
  const change = (part: Partial<Draft>) => setDraft(followed(draft, { ...draft, ...part }));
  const total = totalOf(draft);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (Object.keys(check(draft, lead.facts.today)).length > 0 || conflicts.length > 0) return;
    const input = {
      kind: draft.kind,
      lines: asSaved(draft.lines),
      pricing: pricingInput(draft),
      brokerFee: draft.brokerFee ?? 0,
      deposit: draft.deposit ?? 0,
      validUntil: draft.validUntil!,
      note: draft.note.trim() || null,
    };
    const context = { headers: { 'idempotency-key': key } };
    setProblem(null);
    // The button that also sends is the form's last one.
    const isSent = (event.nativeEvent as SubmitEvent).submitter?.dataset.send !== undefined;
    try {
      let savedId = base?.id;
      if (edits && base)
        await edit({
          variables: { id: base.id, version: fresh.version ?? base.version, input },
          context,
        });
      else {
        const { data } = await create({ variables: { leadId: lead.id, input }, context });
        savedId = data!.createEstimate.estimates[0]!.id;
      }
      keep(null);
      if (!isSent) notify.done(edits ? 'Estimate changed' : 'Estimate saved');
      if (isSent && savedId && total > 0) onSend?.(savedId);
      onDone();
      onClose();
    } catch (error) {
      const current = problemOf(error).status === 409 ? currentOf(error) : null;
      if (current) {
        const next = mergeDraft(fresh.base, draft, current.values);
        const now = { base: current.values, version: current.version };
        setMerged({ ...next, from: fresh });
        setFresh(now);
        setValues(next.values);
        keep({ ...(next.conflicts.length > 0 ? fresh : now), values: next.values });
        return;
      }
      // The same content is sent under the same key: after a lost response it must not become a second estimate.
      setProblem(problemOf(error).detail ?? 'Couldn’t save the estimate. Check your connection and try again.');
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={edits && base ? `Edit version ${base.number}` : 'New estimate'}
      footer={
        <>
          <p role="status" className="mr-auto self-center tabular-nums max-sm:w-full">
            <span className="font-semibold">Total {showMoney(total)}</span>
            {(draft.deposit ?? 0) > 0 && (
              <span className="text-gray-600"> · deposit {showMoney(draft.deposit ?? 0)}</span>
            )}
          </p>
          <Button
            onClick={() => {
              keep(null);
              onClose();
            }}
          >
            Discard
          </Button>
          <Button
            variant={onSend ? 'secondary' : 'primary'}
            type="submit"
            form={formId}
            disabled={conflicts.length > 0}
            busy={creating.loading || editing.loading}
          >
            Save<span className="max-sm:sr-only"> estimate</span>
          </Button>
          {onSend && (
            <Button
              variant="primary"
              type="submit"
              form={formId}
              data-send
              disabled={conflicts.length > 0 || creating.loading || editing.loading}
            >
              Save and send…
            </Button>
          )}
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="space-y-5">
        {merged && (merged.taken.length > 0 || merged.conflicts.length > 0) && (
          <MergeConflict
            key={fresh.version}
            what="this estimate"
            taken={merged.taken}
            conflicts={conflicts}
            nameOf={nameOf}
            show={show}
            onChoose={(conflict, whose) => {
              const open = conflicts.filter(({ path }) => path !== conflict.path);
              setMerged({ ...merged, conflicts: open });
              setDraft(whose === 'theirs' ? withValue(draft, conflict.path, conflict.theirs) : draft, open);
            }}
          />
        )}
        {problem && <Callout ref={intoView} color="red" title={problem} className="scroll-m-4" />}
        <FormErrors errors={errors} attempt={attempt} />
        <RadioGroup
          legend="Type"
          inline
          value={draft.kind}
          onChange={(kind) => change({ kind })}
          choices={Object.entries(ESTIMATE_KIND_NAMES).map(([value, label]) => ({
            value: value as EstimateKind,
            label,
          }))}
        />
        <PricePanel
          leadId={lead.id}
          priced={draft.priced}
          total={total}
          onPrice={(price) => setDraft(withPrice(draft, price))}
        />
        <LineFields draft={draft} onChange={(lines) => change({ lines })} />
        <OverrideFields
          overrides={overridesOf(draft)}
          reasons={draft.priced?.reasons ?? {}}
          errors={errors}
          onChange={(reasons) => draft.priced && change({ priced: { ...draft.priced, reasons } })}
        />
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="Broker fee" optional>
            <MoneyInput value={draft.brokerFee} onChange={(brokerFee) => change({ brokerFee })} />
          </Field>
          <Field
            label="Deposit"
            id="estimate-deposit"
            optional
            help="Part of the total"
            error={errors['estimate-deposit']}
          >
            <MoneyInput value={draft.deposit} onChange={(deposit) => change({ deposit })} />
          </Field>
          <Field label="Valid until" id="estimate-valid" error={errors['estimate-valid']}>
            <DateInput
              value={draft.validUntil}
              min={lead.facts.today}
              onChange={(validUntil) => change({ validUntil })}
            />
          </Field>
        </div>
        <Field label="Note for the client" optional>
          <Textarea
            rows={2}
            maxLength={2000}
            value={draft.note}
            onChange={(event) => change({ note: event.target.value })}
          />
        </Field>
      </form>
    </Dialog>
  );
}

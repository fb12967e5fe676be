import { useMutation } from '@apollo/client/react';
import { TrashIcon } from '@heroicons/react/16/solid';
import type { FormEvent } from 'react';
import { useId, useState } from 'react';
import { CreateEstimateDocument, EditEstimateDocument } from '#src/generated/graphql/graphql.ts';
import type { EstimateKind, EstimateUnit } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { Button, IconButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { drawThenFocus } from '#src/views/ui/draw-then-focus.ts';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { MergeConflict } from '#src/views/ui/merge-conflict.tsx';
import type { Merged } from '#src/views/ui/merge-draft.ts';
import { mergeDraft, withValue } from '#src/views/ui/merge-draft.ts';
import { MoneyInput } from '#src/views/ui/money-input.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { NumberInput } from '#src/views/ui/number-input.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { RadioGroup } from '#src/views/ui/radio-group.tsx';
import { Select } from '#src/views/ui/select.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { ESTIMATE_KIND_NAMES, freeCode, UNIT_NAMES, USUAL_LINES } from './estimate-units.ts';
import type { Line, Draft, EstimateFormProps, Kept } from './estimate-draft.ts';
import { amountOf, KEPT_SHAPE, nameOf, show, empty, startFrom, currentOf, check } from './estimate-draft.ts';

/** Writes an estimate. What is typed is kept until it is saved or discarded; the server computes the amounts anew. */
export default function EstimateForm(props: EstimateFormProps) {
  const { lead, base, edits, onClose, onDone } = props;
  const notify = useNotify();
  const formId = useId();
  const [kept, keep] = useDraft<Kept>(`estimate:${lead.id}:${base?.id ?? 'new'}:${edits}`, KEPT_SHAPE);
  const [fresh, setFresh] = useState(() => ({ base: startFrom(props), version: edits && base ? base.version : null }));
  // A draft of before that was begun from another version: what was saved since is merged into it, once.
  const [merged, setMerged] = useState<(Merged<Draft> & { from: Omit<Kept, 'values'> }) | null>(() =>
    kept && kept.version !== fresh.version
      ? { ...mergeDraft(kept.base, kept.values, fresh.base), from: { base: kept.base, version: kept.version } }
      : null,
  );
  const [draft, setValues] = useState(merged?.values ?? kept?.values ?? fresh.base);
  const conflicts = merged?.conflicts ?? [];
  // Until all is decided, the draft stays one of the older version: opened again, it asks again.
  function setDraft(values: Draft, open = conflicts): void {
    setValues(values);
    keep({ ...(merged && open.length > 0 ? merged.from : fresh), values });
  }
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const key = useSendKey({ draft, version: fresh.version });
  const [create, creating] = useMutation(CreateEstimateDocument);
  const [edit, editing] = useMutation(EditEstimateDocument);
  const errors = attempt > 0 ? check(draft) : {};
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const changeLine = (index: number, part: Partial<Line>) =>
    change({ lines: draft.lines.map((line, at) => (at === index ? { ...line, ...part } : line)) });
  /** A usual line goes on with its quantity, another one with what it is for. */
  const addLine = (line: Line, field: 'line' | 'quantity') =>
    drawThenFocus(
      () => change({ lines: [...draft.lines, line] }),
      () => document.getElementById(`estimate-${field}-${draft.lines.length}`),
    );
  const total = draft.lines.reduce((sum, line) => sum + amountOf(line), 0) + (draft.brokerFee ?? 0);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (Object.keys(check(draft)).length > 0 || conflicts.length > 0) return;
    const input = {
      kind: draft.kind,
      lines: draft.lines.map((line) => ({
        ...line,
        description: line.description.trim(),
        quantity: line.quantity!,
        rate: line.rate!,
      })),
      brokerFee: draft.brokerFee ?? 0,
      deposit: draft.deposit ?? 0,
      validUntil: draft.validUntil!,
      note: draft.note.trim() || null,
    };
    const context = { headers: { 'idempotency-key': key } };
    setProblem(null);
    try {
      if (edits && base)
        await edit({
          variables: { id: base.id, version: fresh.version ?? base.version, input },
          context,
        });
      else await create({ variables: { leadId: lead.id, input }, context });
      keep(null);
      notify.done(edits ? 'Estimate changed' : 'Estimate saved');
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
      // The same again is sent under the same key: after a lost answer it must not become a second estimate.
      setProblem(problemOf(error).detail ?? 'The estimate could not be saved. Check your connection and try again.');
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
          <span className="mr-auto self-center font-semibold tabular-nums">Total {showMoney(total)}</span>
          <Button
            onClick={() => {
              keep(null);
              onClose();
            }}
          >
            Discard
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            disabled={conflicts.length > 0}
            busy={creating.loading || editing.loading}
          >
            Save estimate
          </Button>
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
        {problem && <Callout color="red" title={problem} />}
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
        <fieldset>
          <legend className="mb-2 font-medium text-gray-700">Lines</legend>
          <ul className="space-y-3">
            {draft.lines.map((line, index) => (
              <li
                key={index}
                className="grid grid-cols-2 gap-2 rounded-lg border border-gray-200 p-3 sm:grid-cols-[1fr_6rem_9rem_8rem_2.25rem] sm:border-0 sm:p-0"
              >
                <Field label="Description" id={`estimate-line-${index}`} className="max-sm:col-span-2">
                  <Input
                    value={line.description}
                    maxLength={200}
                    onChange={(event) => changeLine(index, { description: event.target.value })}
                  />
                </Field>
                <Field label="Quantity" id={`estimate-quantity-${index}`}>
                  <NumberInput
                    fraction={2}
                    value={line.quantity}
                    onChange={(quantity) => changeLine(index, { quantity })}
                  />
                </Field>
                <Field label="Unit">
                  <Select
                    value={line.unit}
                    onChange={(event) => changeLine(index, { unit: event.target.value as EstimateUnit })}
                    options={Object.entries(UNIT_NAMES).map(([value, label]) => ({ value, label }))}
                  />
                </Field>
                <Field label="Rate" id={`estimate-rate-${index}`}>
                  <MoneyInput unsigned={false} value={line.rate} onChange={(rate) => changeLine(index, { rate })} />
                </Field>
                <IconButton
                  className="self-end"
                  label={`Remove ${line.description || `line ${index + 1}`}`}
                  icon={<TrashIcon />}
                  onClick={() => change({ lines: draft.lines.filter((_, at) => at !== index) })}
                />
              </li>
            ))}
          </ul>
          <div className="mt-3 flex flex-wrap gap-2" id="estimate-add" tabIndex={-1}>
            {USUAL_LINES.filter(({ code }) => !draft.lines.some((line) => line.code === code)).map((line) => (
              <Button key={line.code} size="sm" variant="ghost" onClick={() => addLine(empty(line), 'quantity')}>
                + {line.description}
              </Button>
            ))}
            <Button
              size="sm"
              variant="ghost"
              onClick={() =>
                addLine({ code: freeCode(draft.lines), description: '', unit: 'flat', quantity: 1, rate: null }, 'line')
              }
            >
              + Other
            </Button>
          </div>
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-3">
          <Field label="Broker fee" optional>
            <MoneyInput value={draft.brokerFee} onChange={(brokerFee) => change({ brokerFee })} />
          </Field>
          <Field label="Deposit" optional help="Part of the total">
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

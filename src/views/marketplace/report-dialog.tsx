import { useState } from 'react';
import { type LeadReportReason, type RefundWay, ReportLeadDocument } from '#src/generated/graphql/graphql.ts';
import { showCount, showMoney } from '#src/machines/amount/amounts.ts';
import { ask } from '#src/views/ui/ask.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { routeText } from '#src/views/ui/move-words.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { RadioGroup } from '#src/views/ui/radio-group.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import type { BoughtLead } from './bought-leads.tsx';
import { REASONS } from './report-reasons.ts';

interface ReportDialogProps {
  token: string;
  lead: BoughtLead;
  /** How many more leads are refunded without a review. */
  refundsLeft: number;
  onClose: () => void;
  onReported: () => void;
}

interface Draft {
  reason: LeadReportReason | null;
  text: string;
  way: RefundWay;
}

const FORM = 'report-lead';
/** Money is worth more than credit, so it is the default. */
const EMPTY: Draft = { reason: null, text: '', way: 'card' };
const WAYS = [
  { value: 'card', label: 'Refund to the card, 5 to 10 business days' },
  { value: 'credit', label: 'Credit now, for your next leads' },
] as const satisfies { value: RefundWay; label: string }[];
const CHOICES = Object.entries(REASONS).map(([value, label]) => ({ value: value as LeadReportReason, label }));

/** Reports a wrong lead: once per lead, and the brokerage decides about the refund. */
export function ReportDialog({ token, lead, refundsLeft, onClose, onReported }: ReportDialogProps) {
  const notify = useNotify();
  const [draft, setDraft] = useDraft<Draft>(`market:report:${lead.id}`, 2, 'tab');
  const given = draft ?? EMPTY;
  const { reason, text, way } = given;
  const byCard = lead.price - lead.credit;
  const [isClosed, setClosed] = useState(false);
  const key = useSendKey({ id: lead.id, reason, text, way });
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: {
      reason: reason === null && 'Choose what is wrong.',
      text: reason === 'other' && text.trim() === '' && 'Say what is wrong.',
    },
    send: () =>
      ask(
        ReportLeadDocument,
        { token, leadId: lead.id, reason: reason!, text: text.trim() || null, refundTo: way },
        { key },
      ),
    done: ({ reportLead }) => {
      setDraft(null);
      setClosed(true);
      const reported = reportLead.items.find(({ id }) => id === lead.id);
      notify.done('Reported', {
        description: reported?.refundedAt
          ? `${showMoney(lead.price)} was added to your credit. Use it from your orders.`
          : reported?.refundAskedAt
            ? `${showMoney(byCard)} is on its way back to your card${lead.credit > 0 ? `, ${showMoney(lead.credit)} comes back as credit` : ''}.`
            : 'We’ll review it and reply by email.',
      });
      onReported();
    },
    fallback: 'Couldn’t send the report. Try again.',
  });
  return (
    <Dialog
      open={!isClosed}
      onClose={onClose}
      title={`Report ${routeText(lead)}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={FORM} variant="primary" busy={busy}>
            Send report
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
        {problem && <Callout color="red" title={problem} />}
        <FormErrors errors={errors} attempt={attempt} />
        <p className="text-gray-600">
          You can report a lead once.{' '}
          {refundsLeft > 0
            ? `${showCount(refundsLeft, 'report')} can be accepted right away; “Something else” is reviewed first.`
            : 'We’ll review it and reply by email; a report that we or the household confirm is accepted right away.'}
        </p>
        <div id="reason" tabIndex={-1} className="outline-none">
          <RadioGroup
            legend="What is wrong?"
            choices={CHOICES}
            value={reason}
            error={errors.reason ?? null}
            onChange={(chosen) => setDraft({ ...given, reason: chosen })}
          />
        </div>
        <Field label="What happened" id="text" optional={reason !== 'other'} error={errors.text ?? null}>
          <Textarea
            maxLength={2000}
            value={text}
            onChange={(event) => setDraft({ ...given, text: event.currentTarget.value })}
          />
        </Field>
        {byCard > 0 ? (
          <>
            <RadioGroup
              legend={`How do you want ${showMoney(byCard)} back?`}
              choices={WAYS}
              value={way}
              onChange={(chosen) => setDraft({ ...given, way: chosen })}
            />
            {lead.credit > 0 && (
              <p className="text-gray-600">The {showMoney(lead.credit)} you paid with credit comes back as credit.</p>
            )}
          </>
        ) : (
          <p className="text-gray-600">You paid with credit, so {showMoney(lead.price)} comes back as credit.</p>
        )}
      </form>
    </Dialog>
  );
}

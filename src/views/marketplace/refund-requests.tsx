import { useApolloClient, useQuery } from '@apollo/client/react';
import { type FormEvent, useState } from 'react';
import {
  DecideRefundRequestDocument,
  type RefundDecision,
  type RefundRequestFragment,
  RefundRequestsDocument,
} from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { Badge } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { showDay } from '#src/views/ui/dates.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormDialog } from '#src/views/ui/form-dialog.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useKeptText } from '#src/views/ui/use-kept-text.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { Household } from './household.tsx';
import { REASONS } from './report-reasons.ts';

const DISPUTED = 'Their bank holds the money until it has decided on a dispute, so the refund waits for that.';

interface Asked {
  request: RefundRequestFragment;
  decision: RefundDecision;
}

/** Reports of leads whose contacts are bad: an agent refunds them, or tells the buyer why not. */
export default function RefundRequests() {
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(RefundRequestsDocument, { fetchPolicy: 'cache-and-network' });
  const [asked, setAsked] = useState<Asked | null>(null);
  const { busy, write } = useWrite();
  const readAgain = () => refetch().catch(() => {});
  useLive('reported-lead', () => void readAgain());
  const close = () => setAsked(null);

  const decide = ({ request: { purchaseId, lead }, decision }: Asked, reason?: string) =>
    write({
      send: () =>
        client.mutate({
          mutation: DecideRefundRequestDocument,
          variables: { purchaseId, leadId: lead.id, decision, reason: reason ?? null },
        }),
      done:
        decision === 'refund' ? `${lead.reference} will be refunded` : `The buyer of ${lead.reference} was told why`,
      failed: 'Couldn’t save your decision. Try again.',
    }).then(async (isWritten) => {
      // If someone else was faster, the list shows it; what was written stays until it is saved.
      await readAgain();
      if (isWritten || decision === 'refund') close();
      return isWritten;
    });

  const requests = data?.refundRequests;
  if (error && !requests)
    return <FailedState title="The refund requests could not be loaded" onRetry={() => void readAgain()} />;
  if (!requests) {
    return (
      <Loading label="Loading the refund requests…">
        <TextBones lines={3} />
      </Loading>
    );
  }
  return (
    <>
      {requests.length === 0 ? (
        <p className="text-gray-600">No refund requests.</p>
      ) : (
        <ul aria-label="Refund requests" className="max-w-160 divide-y divide-gray-200">
          {requests.map((request) => (
            <Waiting
              key={request.purchaseId + request.lead.id}
              request={request}
              onDecide={(decision) => setAsked({ request, decision })}
            />
          ))}
        </ul>
      )}
      {asked?.decision === 'refund' && (
        <ConfirmDialog
          open
          onClose={close}
          title={`Refund ${showMoney(asked.request.price)} for ${asked.request.lead.reference}?`}
          confirm="Refund"
          busy={busy !== null}
          onConfirm={() => void decide(asked)}
        >
          {whereText(asked.request)} {asked.request.buyer} is notified.
          {asked.request.dispute === 'open' && ` ${DISPUTED}`}
        </ConfirmDialog>
      )}
      {asked?.decision === 'decline' && (
        <DeclineDialog asked={asked} busy={busy !== null} onClose={close} onSave={(reason) => decide(asked, reason)} />
      )}
    </>
  );
}

interface WaitingProps {
  request: RefundRequestFragment;
  onDecide: (decision: RefundDecision) => void;
}

function Waiting({ request, onDecide }: WaitingProps) {
  const { lead, purchase, buyer, reason, text, reportedAt, price, dispute } = request;
  return (
    <li className="space-y-2 py-4 first:pt-0">
      <Household lead={lead}>{dispute === 'open' && <Badge tone="amber">Disputed</Badge>}</Household>
      <p className="wrap-anywhere text-gray-600">
        {showDay(reportedAt)}, {buyer}, purchase <span className="whitespace-nowrap">{purchase}</span>:{' '}
        {REASONS[reason]}
        {text && ` (“${text}”)`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          aria-label={`Refund ${showMoney(price)} for ${lead.reference} of ${purchase}`}
          onClick={() => onDecide('refund')}
        >
          Refund {showMoney(price)}
        </Button>
        <Button
          size="sm"
          aria-label={`Decline the refund of ${lead.reference} of ${purchase}`}
          onClick={() => onDecide('decline')}
        >
          Decline…
        </Button>
      </div>
    </li>
  );
}

interface DeclineDialogProps {
  asked: Asked;
  busy: boolean;
  onClose: () => void;
  /** Answers whether it was saved. */
  onSave: (reason: string) => Promise<boolean>;
}

function DeclineDialog({ asked: { request }, busy, onClose, onSave }: DeclineDialogProps) {
  const [reason, setReason] = useKeptText(`decline-refund.${request.purchaseId}.${request.lead.id}`);
  const [attempt, setAttempt] = useState(0);
  const isMissing = reason.trim() === '';
  function submit(event: FormEvent) {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (!isMissing && !busy) void onSave(reason.trim()).then((isSaved) => isSaved && setReason(''));
  }
  return (
    <FormDialog
      title={`Decline the refund of ${request.lead.reference}?`}
      size="sm"
      verb="Decline refund"
      danger
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field
        label="Reason"
        help={`${request.buyer} will read it.`}
        error={attempt > 0 && isMissing ? 'Say why, in a few words.' : null}
      >
        <Textarea rows={3} maxLength={500} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </Field>
    </FormDialog>
  );
}

/** Where the price goes, as the buyer chose. */
function whereText({ price, credit, refundTo }: RefundRequestFragment): string {
  if (refundTo === 'credit' || credit === price) return 'It becomes credit for the buyer’s next leads.';
  if (credit === 0) return 'It goes back to the card.';
  return `${showMoney(price - credit)} goes back to the card, and ${showMoney(credit)} becomes credit.`;
}

import { showMoney } from '#src/machines/amount/amounts.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import type { EstimateAnswer } from './use-estimate-answer.ts';

const mayOf = ({ shared }: EstimateAnswer) => {
  const may = (event: string) => shared.actions.some((action) => action.event === event && action.may);
  return {
    accept: may('quote.accepted') && !shared.isExpired && !shared.estimate.isOutdated,
    decline: may('quote.declined'),
    ask: may('quote.asked'),
    sign: shared.canSign,
  };
};

/** What the client can do next, at the bottom of the page; null if there is nothing. */
export function answerBar(answer: EstimateAnswer) {
  const may = mayOf(answer);
  if (!may.sign && !may.accept && !may.ask) return null;
  return (
    <>
      {may.ask && (
        <Button size="lg" className="max-sm:flex-1" onClick={() => answer.begin('ask')}>
          Ask…
        </Button>
      )}
      {may.decline && (
        <Button size="lg" className="max-sm:flex-1" onClick={() => answer.begin('decline')}>
          Decline…
        </Button>
      )}
      {may.accept && (
        <Button variant="primary" size="lg" className="max-sm:w-full" onClick={() => answer.begin('accept')}>
          Accept {showMoney(answer.shared.estimate.total)}…
        </Button>
      )}
      {may.sign && (
        <Button variant="primary" size="lg" className="max-sm:flex-1" busy={answer.busy} onClick={answer.sign}>
          Read and sign
        </Button>
      )}
    </>
  );
}

/** The confirmation before an answer is sent, with what was typed. */
export function AnswerDialogs({ answer }: { answer: EstimateAnswer }) {
  const { wish, busy, problem, shared } = answer;
  const { brokerage, estimate, depositOpen } = shared;
  const said = problem && <Callout color="red" title={problem} />;
  if (wish === null) return null;
  if (wish === 'accept')
    return (
      <ConfirmDialog
        open
        onClose={answer.close}
        title={`Accept this estimate of ${showMoney(estimate.total)}?`}
        confirm="Accept"
        danger={false}
        busy={busy}
        onConfirm={answer.send}
      >
        <div className="space-y-4">
          <p>
            Next you read and sign the moving agreement. Nothing is charged now
            {depositOpen > 0 && `; the deposit of ${showMoney(depositOpen)} is due once you have signed`}.
          </p>
          {said}
        </div>
      </ConfirmDialog>
    );
  const isQuestion = wish === 'ask';
  return (
    <Dialog
      open
      onClose={answer.close}
      title={isQuestion ? `Ask ${brokerage.name}` : 'Decline this estimate?'}
      size="sm"
      footer={
        <>
          <Button onClick={answer.close} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form="answer-estimate" variant={isQuestion ? 'primary' : 'danger'} busy={busy}>
            {isQuestion ? 'Send question' : 'Decline'}
          </Button>
        </>
      }
    >
      <form
        id="answer-estimate"
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          answer.send();
        }}
      >
        {said}
        <Field
          label={isQuestion ? 'Your question' : 'Reason'}
          help={
            isQuestion
              ? 'We answer on the page of your move, or by phone or email.'
              : `${brokerage.name} reads it and gets back to you.`
          }
        >
          <Textarea
            rows={4}
            required
            maxLength={isQuestion ? 2000 : 500}
            value={answer.text}
            onChange={(event) => answer.setText(event.currentTarget.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}

import { SetUpBrokerageDocument } from '#src/generated/graphql/graphql.ts';
import { BROKERAGE_FIELDS, type Brokerage } from '#src/machines/settings/brokerage.ts';
import { wrongFields } from '#src/views/settings/brokerage-checks.ts';
import { BrokerageFields } from '#src/views/settings/brokerage-fields.tsx';
import { ask } from '#src/views/ui/ask.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { StepFrame } from '#src/views/ui/step-frame.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import type { StepProps } from './setup-step.ts';

const idOf = (field: string) => `setup-${field}`;

/** The brokerage that operates the product. */
export function BrokerageStep({ token, brokerage, keepBrokerage, go, isArrival }: StepProps) {
  const [draft, keep] = useDraft<Brokerage>('setup:brokerage', 1, 'tab');
  const values = draft ?? brokerage;
  const wrong = wrongFields(values, () => true);
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: Object.fromEntries(BROKERAGE_FIELDS.map((field) => [idOf(field), wrong[field]])),
    names: Object.fromEntries(BROKERAGE_FIELDS.map((field) => [field, idOf(field)])),
    send: () => ask(SetUpBrokerageDocument, { token, ...values }),
    done() {
      keepBrokerage(values);
      keep(null);
      go('brokerage.saved');
    },
    fallback: 'Couldn’t save the brokerage. What you typed is kept; try again.',
    refused: (error) => {
      const isOver = problemOf(error).status === 410;
      if (isOver) go('access.ended');
      return isOver;
    },
  });
  return (
    <StepFrame
      title="Your brokerage"
      description="It appears in agreements, emails, and on client pages. You can change it later under Brokerage."
      isArrival={isArrival}
    >
      <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
        {problem && <Callout color="red" title={problem} />}
        <FormErrors errors={errors} attempt={attempt} />
        <BrokerageFields
          values={values}
          onChange={(part) => keep({ ...values, ...part })}
          of={(field) => ({ id: idOf(field), error: errors[idOf(field)] })}
        />
        <Button type="submit" variant="primary" busy={busy}>
          Save and continue
        </Button>
      </form>
    </StepFrame>
  );
}

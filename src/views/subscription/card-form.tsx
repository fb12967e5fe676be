import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { AttachCardDocument, BeginCardDocument } from '#src/generated/graphql/graphql.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { CardEntry, CardEntryBones } from '#src/views/ui/payment/card-entry.tsx';
import type { CardIntent } from '#src/views/ui/payment/card-entry.tsx';
import { problemOf } from '#src/views/ui/problem.ts';

interface CardFormProps {
  confirm?: string;
  onKept: () => Promise<void> | void;
  onCancel?: () => void;
}

/** For entering a card. Its number goes from the browser to the payment provider, and never to us. */
export function CardForm({ confirm = 'Save card', onKept, onCancel }: CardFormProps) {
  const client = useApolloClient();
  const [setup, setSetup] = useState<CardIntent | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isGone = false;
    client.mutate({ mutation: BeginCardDocument }).then(
      ({ data }) => !isGone && setSetup(data!.beginCard),
      (error: unknown) => !isGone && setFailure(problemOf(error).detail ?? 'The payment provider does not answer.'),
    );
    return () => void (isGone = true);
  }, [client, attempt]);

  async function keep(setupIntent: string) {
    await client.mutate({
      mutation: AttachCardDocument,
      variables: { setupIntent },
      refetchQueries: ['Plan', 'BillingCards'],
    });
    await onKept();
  }

  if (failure !== null) {
    return (
      <FailedState
        title={failure}
        onRetry={() => {
          setFailure(null);
          setAttempt(attempt + 1);
        }}
      />
    );
  }
  if (!setup) return <CardEntryBones />;
  return <CardEntry intent={setup} confirm={confirm} keep={keep} onCancel={onCancel} />;
}

import { useApolloClient } from '@apollo/client/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { AttachCardDocument, BeginCardDocument } from '#src/generated/graphql/graphql.ts';
import type { BeginCardMutation } from '#src/generated/graphql/graphql.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';

// Only who enters a card loads what takes it.
const providers = {
  sandbox: lazy(() => import('./sandbox-card.tsx')),
  stripe: lazy(() => import('./stripe-card.tsx')),
};

export type CardSetup = BeginCardMutation['beginCard'];

export interface CardEntryProps {
  setup: CardSetup;
  /** What the button says. */
  confirm: string;
  /** The provider has the card: it is kept by us, too. Rejects with what the server says. */
  keep: (setupIntent: string) => Promise<void>;
  onCancel?: (() => void) | undefined;
}

interface CardFormProps {
  confirm?: string;
  onKept: () => Promise<void> | void;
  onCancel?: () => void;
}

/** Enters a card. Its number goes from the browser to the payment provider, and never to us. */
export function CardForm({ confirm = 'Save card', onKept, onCancel }: CardFormProps) {
  const client = useApolloClient();
  const [setup, setSetup] = useState<CardSetup | null>(null);
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
    await client.mutate({ mutation: AttachCardDocument, variables: { setupIntent }, refetchQueries: ['Plan', 'BillingCards'] });
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
  const waiting = (
    <Loading label="Loading the card form…">
      <Bone className="h-40" />
    </Loading>
  );
  if (!setup || setup.provider === 'off') return waiting;
  const Entry = providers[setup.provider];
  return (
    <Suspense fallback={waiting}>
      <Entry setup={setup} confirm={confirm} keep={keep} onCancel={onCancel} />
    </Suspense>
  );
}

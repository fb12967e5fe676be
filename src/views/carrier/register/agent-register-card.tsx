import { useApolloClient, useQuery } from '@apollo/client/react';
import { AskRegisterDocument, RegisterCheckDocument } from '#src/generated/graphql/graphql.ts';
import { Card } from '#src/views/ui/card.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useWrite } from '#src/views/ui/use-write.ts';
import { RegisterFacts } from './register-facts.tsx';

/** For agents, before they confirm an authority: what the register contains about a carrier. */
export function AgentRegisterCard({ carrierId }: { carrierId: string }) {
  const client = useApolloClient();
  const { busy, write } = useWrite();
  const { data, error, refetch } = useQuery(RegisterCheckDocument, {
    variables: { carrierId },
    fetchPolicy: 'cache-and-network',
  });
  const again = () => void refetch().catch(() => {});
  useLive('carrier', again, carrierId);
  const check = data?.registerCheck;
  if (check?.state === 'off') return null;
  return (
    <Card title="Federal register">
      {!check && error && <FailedState title="The register check could not be loaded" onRetry={again} />}
      {!check && !error && (
        <Loading label="Loading the register check…">
          <TextBones lines={4} />
        </Loading>
      )}
      {check && (
        <RegisterFacts
          check={check}
          busy={busy !== null}
          advice="Call the carrier before you confirm its authority. The carrier sees the same result."
          onAsk={() =>
            void write({
              send: () => mutate({ client, key: crypto.randomUUID() }, AskRegisterDocument, { carrierId }),
              done: again,
              failed: 'Couldn’t check the register. Try again.',
            })
          }
        />
      )}
    </Card>
  );
}

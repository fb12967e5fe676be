import { useApolloClient, useQuery } from '@apollo/client/react';
import { AskRegisterOfOwnDocument, OwnRegisterCheckDocument } from '#src/generated/graphql/graphql.ts';
import { Section } from '#src/views/ui/card.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { RegisterFacts } from './register-facts.tsx';

/**
 * For the carrier: what the register contains about its USDOT number. Hidden if that is unavailable, and never
 * blocking.
 */
export function OwnRegisterCard() {
  const client = useApolloClient();
  const { busy, write } = useWrite();
  const { data, refetch } = useQuery(OwnRegisterCheckDocument, { fetchPolicy: 'cache-and-network' });
  const again = () => void refetch().catch(() => {});
  useLive('carrier', again);
  const check = data?.ownRegisterCheck;
  if (!check || check.state === 'off') return null;
  return (
    <Section title="Federal register" description="What brokers see of your USDOT number.">
      <RegisterFacts
        check={check}
        busy={busy !== null}
        advice="Correct your company below, or your registration with the FMCSA. The broker sees the same."
        onAsk={() =>
          void write({
            send: () => mutate({ client, key: crypto.randomUUID() }, AskRegisterOfOwnDocument, {}),
            done: again,
            failed: 'Couldn’t check the register. Try again.',
          })
        }
      />
    </Section>
  );
}

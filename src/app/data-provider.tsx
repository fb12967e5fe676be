import { ApolloProvider } from '@apollo/client/react';
import { type ReactNode, useState } from 'react';
import { useSession } from '#src/views/session/session-context.ts';
import { LiveContext } from '#src/views/ui/live-context.ts';
import { createClient } from './client.ts';
import { createLive } from './live.ts';
import { loadNotifications } from './notify.ts';

// Already here when something fails, even if what fails is the network.
void loadNotifications();

/**
 * Data for the screens behind the door. It lives and dies with them: signing out unmounts it, so the next person
 * starts with an empty cache and no query of the last one is fetched into a refusal.
 */
export default function DataProvider({ children }: { children: ReactNode }) {
  const session = useSession();
  const onSignedOut = () => session.send({ type: 'session.expired' });
  const [client] = useState(() => createClient({ onSignedOut }));
  const [live] = useState(() => createLive(null, onSignedOut));
  return (
    <ApolloProvider client={client}>
      <LiveContext value={live}>{children}</LiveContext>
    </ApolloProvider>
  );
}

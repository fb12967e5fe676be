import { ApolloProvider } from '@apollo/client/react';
import { type ReactNode, useState } from 'react';
import { useSession } from '#src/views/session/session-context.ts';
import { LiveContext } from '#src/views/ui/live-context.ts';
import { createClient } from './client.ts';
import { createLive } from './live.ts';
import { loadNotifications } from './notify.ts';

// Load it before anything can fail, including the network.
void loadNotifications();

/**
 * Data for the screens after sign-in. Signing out unmounts it, so the next person starts with an empty cache and no
 * query of the previous one is refetched only to be refused.
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

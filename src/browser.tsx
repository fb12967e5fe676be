import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { App } from './app/app.tsx';
import { keepDraftsByOwner } from './app/drafts.ts';
import { createNotify } from './app/notify.ts';
import { sessionActors } from './app/session-actors.ts';
import { reloadOnStaleBuild } from './app/stale-build.ts';
import { shareWithTabs } from './app/tabs.ts';
import { sessionMachine } from './machines/session/session.machine.ts';
import './views/ui/theme.css';
import { portalOf, portals } from './views/routes.ts';

reloadOnStaleBuild();

/**
 * In a task of its own: evaluating all modules and rendering at once would leave a slow phone unresponsive for longer.
 * Not a timer, which a browser delays in a background tab.
 */
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => {
  const notify = createNotify();

  // Not in a component, where strict mode would start it, and its first request, twice.
  const session = createActor(sessionMachine.provide({ actors: sessionActors }));
  session.on('session.problem', ({ message }) => notify.failed(null, message));
  shareWithTabs(session);
  keepDraftsByOwner(session);
  session.start();

  // Loads the screen while the session is being loaded.
  const portal = portalOf(location.pathname);
  const screen = portal && portals[portal].load();

  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App session={session} notify={notify} />
    </StrictMode>,
  );

  // Not before the code of the screen has loaded.
  const afterwards = () => import('./app/after-load.ts').then(({ afterLoad }) => afterLoad(session));
  void Promise.resolve(screen).then(afterwards, afterwards);
};
port2.postMessage(null);

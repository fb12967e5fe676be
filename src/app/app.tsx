import { type ComponentType, type ReactNode, useEffect } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { access, type Screen, type Visitor } from '#src/machines/session/access.ts';
import type { Platform } from '#src/machines/session/session.user.ts';
import { portals } from '#src/views/routes.ts';
import { readLastPlatform } from '#src/views/session/last-platform.ts';
import {
  type SessionActor,
  SessionContext,
  type SessionSnapshot,
  useSession,
  useSessionState,
} from '#src/views/session/session-context.ts';
import { Button } from '#src/views/ui/button.tsx';
import { ErrorBoundary } from '#src/views/ui/error-boundary.tsx';
import { type Notify, NotifyContext, useNotify } from '#src/views/ui/notify-context.ts';
import { InternalServerError, PageError, PageNotFound } from '#src/views/ui/page-error.tsx';
import { ShownPage } from '#src/views/ui/shown-page.tsx';
import { Splash } from '#src/views/ui/splash.tsx';
import { useRevealed } from '#src/views/ui/use-revealed.ts';
import { firstStyles, lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

/** Apollo and live updates: needed only after sign-in. */
const DataProvider = lazy(() => import('./data-provider.tsx'), firstStyles);
/** Live updates through a client's link, for the client's chat. */
const LinkLive = lazy(() => import('./link-live.tsx'));

type SessionState = Extract<SessionSnapshot['value'], string> | 'signedIn';

/** The screen for each session state; a new state without a screen does not compile. */
const stages: Record<SessionState, ComponentType> = {
  restoring: () => <Splash label="Loading…" />,
  unreachable: Unreachable,
  unknownRole: UnknownRole,
  signedOut: Screens,
  signingIn: Screens,
  awaitingCode: Screens,
  checkingCode: Screens,
  signedIn: Screens,
  signingOut: () => <Splash label="Signing out…" />,
};

interface AppProps {
  session: SessionActor;
  notify: Notify;
}

export function App({ session, notify }: AppProps) {
  return (
    <SessionContext value={session}>
      <NotifyContext value={notify}>
        <ShownPage>
          <Stage />
        </ShownPage>
      </NotifyContext>
    </SessionContext>
  );
}

function Stage() {
  const state = useSessionState(({ value }) => (typeof value === 'string' ? value : 'signedIn'));
  const [path] = useLocation();
  const Shown = stages[state];
  return (
    <ErrorBoundary resetKey={`${state} ${path}`}>
      <LazyBoundary fallback={<Splash label="Loading…" />}>
        <Shown />
        {state !== 'restoring' && <Revealed />}
      </LazyBoundary>
    </ErrorBoundary>
  );
}

function Revealed() {
  useRevealed();
  return null;
}

function Unreachable() {
  const session = useSession();
  return (
    <PageError
      title="Can’t reach the server"
      action={<Button onClick={() => session.send({ type: 'restore.retried' })}>Try again</Button>}
    >
      If you were signed in, you still are. Check your connection, then try again.
    </PageError>
  );
}

function UnknownRole() {
  const session = useSession();
  return <InternalServerError retryLabel="Sign out" onRetry={() => session.send({ type: 'sign-out.asked' })} />;
}

function Screens() {
  const [path] = useLocation();
  const search = useSearch();
  const user = useSessionState((snapshot) => snapshot.context.user);
  const visitor: Visitor = user ? { kind: 'member', ...user } : { kind: 'guest', lastPlatform: readLastPlatform() };
  const seen = access(visitor, search ? `${path}?${search}` : path);
  // Keyed because a redirect acts only once, and one can lead to another.
  if ('redirect' in seen) return <Redirected key={seen.redirect} to={seen.redirect} notice={seen.notice} />;
  if (seen.show === 'not-found') return <PageNotFound />;
  return <PortalScreen {...seen.show} personId={user?.id} />;
}

/** Explains where the person ends up that the link they followed is invalid. */
function Redirected({ to, notice }: { to: string; notice: string | undefined }) {
  const notify = useNotify();
  useEffect(() => {
    if (notice) notify.failed(null, notice);
  }, [notify, notice]);
  return <Redirect to={to} replace />;
}

/** Portals that do not require signing in: their pages come without a cache. */
const open: readonly Screen['portal'][] = ['auth', 'client', 'marketplace', 'email', 'setup', 'legal'];

/** Requests both chunks at once instead of one after the other. */
function loadBehindDoor(portal: Screen['portal']): void {
  void DataProvider.load();
  void portals[portal].load();
}

function PortalScreen({ portal, screen, params, personId }: Screen & { personId: string | undefined }) {
  const Portal = portals[portal] as ComponentType<{ screen: string; params: Screen['params'] }>;
  const shown: ReactNode = <Portal screen={screen} params={params} />;
  const link = portal === 'client' && (screen === 'chat' ? params.uuid : screen === 'portal' && params.token);
  if (link) {
    return (
      <LinkLive key={link} link={link}>
        {shown}
      </LinkLive>
    );
  }
  // Someone on the login page will soon need what comes after it.
  if (screen === 'login')
    return (
      <div className="contents" onFocus={() => loadBehindDoor(params.platform as Platform)}>
        {shown}
      </div>
    );
  if (open.includes(portal)) return shown;
  loadBehindDoor(portal);
  // When another person signed in from another tab, start with an empty cache.
  return <DataProvider key={personId}>{shown}</DataProvider>;
}

import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { createActor, fromPromise, waitFor } from 'xstate';
import { App } from './app/app.tsx';
import { sessionActors } from './app/session-actors.ts';
import { sessionMachine } from './machines/session/session.machine.ts';
import { LEGAL_KINDS, LEGAL_TITLES, type LegalKind, STAND_IN } from './machines/legal/legal-text.ts';
import type { SessionUser } from './machines/session/session.user.ts';
import { BUILT_IN } from './views/legal/built-in.ts';
import { LegalContent, LegalSheet } from './views/pages/legal/legal-page.tsx';
import { portalOf, portals } from './views/routes.ts';

/** Pages that look the same to everyone who is not signed in, whoever the operator is. */
const PATHS = [
  '/auth/agent-portal/login',
  '/auth/lead-portal/login',
  '/auth/load-board/login',
  '/auth/agent-portal/forgot-password',
  '/auth/lead-portal/forgot-password',
  '/auth/load-board/forgot-password',
  '/auth/agent-portal/reset-sent',
  '/auth/lead-portal/reset-sent',
  '/auth/load-board/reset-sent',
  '/auth/password-new',
  '/auth/confirm-email',
  '/auth/confirm-email-change',
  '/auth/lead-portal/signup',
  '/auth/load-board/signup',
  '/marketplace/orders',
  '/email/marketplace-subscribe',
] as const;

/** How many times a page is rendered while the code of its parts loads. */
const ATTEMPTS = 50;

/**
 * Prerenders the pages for `npm run build` (scripts/drawn-pages.ts): on a slow phone they show seconds before the
 * application starts.
 *
 * @returns the HTML of the root by path
 * @throws if a page is still waiting for something, so would only show a loading state
 */
export async function drawPages(): Promise<Record<string, string>> {
  const signedOut = { ...sessionActors, readSession: fromPromise<SessionUser | null>(async () => null) };
  const session = createActor(sessionMachine.provide({ actors: signedOut })).start();
  await waitFor(session, (snapshot) => snapshot.matches('signedOut'));
  const drawn: Record<string, string> = {};
  for (const path of PATHS) {
    await portals[portalOf(path)!].load();
    const draw = () =>
      renderToStaticMarkup(
        <Router ssrPath={path}>
          <App session={session} notify={{ done() {}, failed() {} }} />
        </Router>,
      );
    let [before, page] = ['', draw()];
    for (let attempt = 0; page !== before || page.includes('data-splash'); attempt += 1) {
      if (attempt === ATTEMPTS) throw new Error(`${path} is never drawn without a sign that it is loading.`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      [before, page] = [page, draw()];
    }
    drawn[path] = withoutSending(page);
  }
  session.stop();
  for (const kind of LEGAL_KINDS) drawn[`/${kind}`] = withoutSending(await drawLegal(kind));
  return drawn;
}

/**
 * The newest text that ships with the product, without the operator's name: only the server has that
 * (src/web/legal-paint.ts).
 */
async function drawLegal(kind: LegalKind): Promise<string> {
  const versions = BUILT_IN[kind];
  const [shown] = versions;
  const { text } = await shown.load();
  return renderToStaticMarkup(
    <Router ssrPath={`/${kind}`}>
      <LegalSheet title={LEGAL_TITLES[kind]} brokerage={{ ...STAND_IN, logo: null }}>
        <LegalContent versions={versions} shown={shown} text={text(STAND_IN)} phone={STAND_IN.phone} />
      </LegalSheet>
    </Router>,
  );
}

/**
 * Before the application is listening, submitting a form would put what was typed, even a password, into the address.
 * Outside a dialog, this method submits nothing (HTML, "form submission algorithm"), so the button has no effect. The
 * page itself preloads the icon.
 */
const withoutSending = (page: string): string =>
  page
    .replace(/^(?:<link [^>]*>)+/, '')
    .replaceAll('<form ', '<form method="dialog" ')
    .replaceAll('<button type="submit" ', '<button type="submit" inert ');

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
import { loaders, portalOf } from './views/routes.ts';

/** Pages that look the same to everybody who is not signed in, whoever runs the product. */
const PATHS = [
  '/auth/agent-portal/login',
  '/auth/lead-portal/login',
  '/auth/load-board/login',
  '/auth/agent-portal/forgot-password',
  '/auth/lead-portal/forgot-password',
  '/auth/load-board/forgot-password',
  '/auth/lead-portal/signup',
  '/auth/load-board/signup',
  '/marketplace/orders',
  '/email/marketplace-subscribe',
] as const;

/** How often a page is drawn until the code of all its parts is there. */
const ATTEMPTS = 50;

/**
 * Draws them without a browser, for `npm run build` (scripts/drawn-pages.ts): on a slow phone they stand seconds before
 * the application does.
 *
 * @returns the HTML of the root by the path
 * @throws where a page still waits for something, so would show no more than that it does
 */
export async function drawPages(): Promise<Record<string, string>> {
  const signedOut = { ...sessionActors, readSession: fromPromise<SessionUser | null>(async () => null) };
  const session = createActor(sessionMachine.provide({ actors: signedOut })).start();
  await waitFor(session, (snapshot) => snapshot.matches('signedOut'));
  const drawn: Record<string, string> = {};
  for (const path of PATHS) {
    await loaders[portalOf(path)!]();
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

/** The newest text that comes with the product, about nobody yet: the server knows who runs it (src/web/legal-paint.ts). */
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
 * A form that the application does not listen to yet would send what was typed, a password too, as an address. Outside
 * of a dialog this method sends nothing (HTML, "form submission algorithm"), and so its button takes no press. The icon
 * is preloaded by the page itself.
 */
const withoutSending = (page: string): string =>
  page
    .replace(/^(?:<link [^>]*>)+/, '')
    .replaceAll('<form ', '<form method="dialog" ')
    .replaceAll('<button type="submit" ', '<button type="submit" inert ');

import { renderToStaticMarkup } from 'react-dom/server';
import { Router } from 'wouter';
import { type ActorRefFrom, createActor, fromPromise, waitFor } from 'xstate';
import { App } from './app/app.tsx';
import { sessionActors } from './app/session-actors.ts';
import { sessionMachine } from './machines/session/session.machine.ts';
import { LEGAL_KINDS, LEGAL_TITLES, type LegalKind, STAND_IN } from './machines/legal/legal-text.ts';
import type { SessionUser } from './machines/session/session.user.ts';
import { BUILT_IN } from './views/legal/built-in.ts';
import { LegalContent, LegalSheet } from './views/pages/legal/legal-page.tsx';
import { portalOf, portals } from './views/routes.ts';
import { type Answer, type FirstAnswers, firstAnswers, type Question } from './views/ui/first-answers.ts';
import { underWay } from './views/ui/lazy.tsx';
import { rendersFor } from './views/ui/use-wide.ts';

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

/** A page asks for one thing, and perhaps for another that depends on it. */
const ROUNDS = 4;

/**
 * Prerenders the pages for `npm run build` (scripts/drawn-pages.ts): on a slow phone they show seconds before the
 * application starts.
 *
 * @returns the HTML of the root by path
 * @throws if a page is still waiting for something, so would only show a loading state
 */
export async function drawPages(): Promise<Record<string, string>> {
  const drawn: Record<string, string> = {};
  for (const path of PATHS) {
    const { page } = await render(path, '', false, () => null);
    if (page.includes('data-splash')) throw new Error(`${path} is never drawn without a sign that it is loading.`);
    drawn[path] = withoutSending(page);
  }
  for (const kind of LEGAL_KINDS) drawn[`/${kind}`] = withoutSending(await drawLegal(kind));
  return drawn;
}

/**
 * Renders a page for a guest, with whatever its views request, for src/web/drawn-link.ts.
 *
 * @param url path and query
 * @param ask the gateway's response; null if there is none
 * @returns null if a response is missing, so that only a loading state would be shown
 */
export async function drawPage(
  url: string,
  isPhone: boolean,
  ask: (question: Question) => Promise<Answer | null>,
): Promise<{ markup: string; answers: FirstAnswers } | { redirect: string } | null> {
  const [path = '', search = ''] = url.split('?', 2);
  const answers: Record<string, Answer> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    const missing = new Map<string, Question>();
    const { page, redirect } = await render(path, search, isPhone, (question) => {
      const key = JSON.stringify(question);
      if (!answers[key]) missing.set(key, question);
      return answers[key] ?? null;
    });
    if (redirect !== undefined) return { redirect };
    if (missing.size === 0) return page === '' ? null : { markup: withoutSending(page), answers };
    const asked = [...missing].map(async ([key, question]) => [key, await ask(question)] as const);
    for (const [key, answer] of await Promise.all(asked)) {
      if (answer === null) return null;
      answers[key] = answer;
    }
  }
  return null;
}

let guest: Promise<ActorRefFrom<typeof sessionMachine>> | null = null;

/** The session of somebody who is not signed in. */
async function signedOut(): Promise<ActorRefFrom<typeof sessionMachine>> {
  const actors = { ...sessionActors, readSession: fromPromise<SessionUser | null>(async () => null) };
  const session = createActor(sessionMachine.provide({ actors })).start();
  await waitFor(session, (snapshot) => snapshot.matches('signedOut'));
  return session;
}

/** Renders once all code that the page needs has been loaded. */
async function render(
  path: string,
  search: string,
  isPhone: boolean,
  answerOf: (question: Question) => Answer | null,
): Promise<{ page: string; redirect?: string }> {
  const session = await (guest ??= signedOut());
  const portal = portalOf(path);
  if (portal) await portals[portal].load();
  for (;;) {
    underWay.clear();
    // Rendering is synchronous, so these are this page's.
    firstAnswers.of = answerOf;
    rendersFor.phone = isPhone;
    const context: { redirectTo?: string } = {};
    const page = renderToStaticMarkup(
      <Router ssrPath={path} ssrSearch={search} ssrContext={context}>
        <App session={session} notify={{ done() {}, failed() {} }} />
      </Router>,
    );
    if (underWay.size === 0) return { page, redirect: context.redirectTo };
    await Promise.all(underWay);
  }
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

import type { Page, Route } from '@playwright/test';
import type { EventFromLogic } from 'xstate';
import { SendConfirmationDocument } from '#src/generated/graphql/graphql.ts';
import { RESEND_SECONDS } from '#src/machines/session/resend.machine.ts';
import type { resendMachine } from '#src/machines/session/resend.machine.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { NEW_PASSWORD, newEmail } from '#tests/api/account-api.ts';
import { seen } from '#tests/platform/seen.ts';
import { mailTo } from '#tests/platform/application.ts';
import { answerTo, isCallOf } from '#tests/platform/documents.ts';
import type { PlaceOf } from '../models/flow-model.ts';
import { resend } from '../models/resend.model.ts';
import type { World } from '../run/world.ts';
import type { CaseStep } from '../tool/cases.ts';
import { screenDriver } from './screen-driver.ts';
import type { Gesture } from './screen-driver.ts';

interface Stage {
  world: World;
  page: Page;
  email: string;
  /** Pending requests for the email. */
  held: Route[];
}

const PROBLEMS: Record<string, RegExp> = {
  'send: refused': /^Too many requests\. Try again in \d+ minutes?\.$/,
  'send: no answer': /^Can’t reach the server\. Check your connection/,
};
const CONFIRM = /Confirm your email/;

const again = ({ page }: Stage) => page.getByRole('button', { name: 'Send it again' });
const wait = ({ page }: Stage) => page.getByText(/^You can send it again in \d+ s\.$/);

/** A moving company that has just signed up, on the page that asks it to check its mailbox. */
async function begin(world: World): Promise<Stage> {
  const page = await world.guestPage();
  const email = newEmail('vic');
  await page.clock.install();
  await page.goto(world.url + hrefs.signUp['lead-portal']);
  await page.getByLabel('Company').fill('Visiting Movers');
  await page.getByLabel('Your name').fill('Vic Visitor');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  const held: Route[] = [];
  await page.route('**/graphql', (route) =>
    isCallOf(route.request(), SendConfirmationDocument) ? void held.push(route) : route.continue(),
  );
  return { world, page, email, held };
}

async function signUp(stage: Stage): Promise<void> {
  await stage.page.getByRole('button', { name: 'Sign up', exact: true }).click();
  await seen(again(stage)).toBeVisible();
  await mailTo(stage.world, stage.email, CONFIRM);
}

/** From here on, time does not pass by itself. */
async function stopTime({ page }: Stage): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
}

async function waiting({ held }: Stage): Promise<Route> {
  await seen.poll(() => held.length).toBeGreaterThan(0);
  return held.shift()!;
}

const more: Record<string, Gesture<Stage>> = {
  'page opened at once': async (stage) => {
    await signUp(stage);
    await stopTime(stage);
  },
  'page opened later': async (stage) => {
    await signUp(stage);
    await stage.page.clock.fastForward(RESEND_SECONDS * 1000);
    await stage.page.reload();
    await seen(again(stage)).toBeVisible();
    await stopTime(stage);
  },
  'the seconds run out': async (stage) => {
    const seconds = Number(/\d+/.exec(await wait(stage).innerText())![0]);
    await stage.page.clock.runFor((seconds - 1) * 1000);
    await seen(wait(stage)).toHaveText('You can send it again in 1 s.');
    await stage.page.clock.runFor(1000);
  },
  'send: sent': async (stage) => {
    await (await waiting(stage)).continue();
    await mailTo(stage.world, stage.email, CONFIRM, 1);
  },
  'send: refused': async (stage) => {
    const { pool } = stage.world.own('ask for too many mails').database;
    // As if the caller, with one request so far, had used up the ceiling.
    await pool.query(
      `insert into sign_in_attempt (key) select key from (select key from sign_in_attempt where starts_with(key, 'guest:') limit 1) as asked, generate_series(1, 20)`,
    );
    const answered = answerTo(stage.page, SendConfirmationDocument);
    await (await waiting(stage)).continue();
    await answered;
    await pool.query(`delete from sign_in_attempt where starts_with(key, 'guest:')`);
  },
  'send: no answer': async (stage) => {
    stage.world.allow(/ERR_FAILED/);
    await (await waiting(stage)).abort();
  },
};

const PLACES: Record<PlaceOf<typeof resendMachine>, (stage: Stage, step: CaseStep) => Promise<void>> = {
  waiting: async (stage, { event }) => {
    await seen(again(stage)).toHaveAttribute('aria-disabled', 'true');
    const isAgain = event === 'send: sent';
    await seen(wait(stage)).toHaveText(isAgain ? `You can send it again in ${RESEND_SECONDS} s.` : /\d/);
    await seen(stage.page.getByText('Sent again.')).toHaveCount(isAgain ? 1 : 0);
  },
  ready: async (stage, { event }) => {
    await seen(again(stage)).toBeEnabled();
    await seen(again(stage)).not.toHaveAttribute('aria-busy', 'true');
    await seen(wait(stage)).toHaveCount(0);
    const problem = PROBLEMS[event];
    if (problem) await seen(stage.page.getByText(problem)).toBeVisible();
  },
  sending: async (stage) => {
    await seen(again(stage)).toHaveAttribute('aria-busy', 'true');
    await seen.poll(() => stage.held.length).toBe(1);
  },
};

/** The page after a sign-up. The server's responses are held until the case decides on them. */
export const driver = screenDriver<Stage, EventFromLogic<typeof resendMachine>['type']>({
  model: resend,
  environment: {},
  begin,
  gestures: { 'resend.asked': (stage) => again(stage).click() },
  more,
  see: (stage, step) => PLACES[step.to as keyof typeof PLACES](stage, step),
  // The button remains in the Tab order.
  async refuse(stage, { from }) {
    const before = stage.held.length;
    await again(stage).focus();
    await stage.page.keyboard.press('Enter');
    await stage.page.clock.runFor(100);
    if (from === 'waiting') await seen(wait(stage)).toBeVisible();
    else await seen(again(stage)).toHaveAttribute('aria-busy', 'true');
    if (stage.held.length !== before) throw new Error('The mail was asked for all the same.');
  },
});

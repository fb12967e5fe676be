import type { Page, Request } from '@playwright/test';
import type { EventFromLogic } from 'xstate';
import { tellOfCarrier } from '#src/api/carrier/carrier.live.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { READ_SESSION } from '#src/app/session-documents.ts';
import type { carrierSignupMachine } from '#src/machines/carrier/carrier-signup.machine.ts';
import { newCarrier } from '#tests/api/carrier-api.ts';
import { seen } from '#tests/platform/seen.ts';
import { signIn } from '../agent-page.ts';
import { carrierSignUpPage } from '../carrier-sign-up-page.ts';
import { holdRoutes } from '../held-routes.ts';
import type { HeldRoutes } from '../held-routes.ts';
import { carrierSignup } from '../models/carrier-signup.model.ts';
import type { PlaceOf } from '../models/flow-model.ts';
import type { Own, World } from '../run/world.ts';
import { screenDriver } from './screen-driver.ts';
import type { Gesture } from './screen-driver.ts';

interface Stage {
  own: Own;
  carrierId: string;
  page: Page;
  signUp: ReturnType<typeof carrierSignUpPage>;
  /** The text of the agreement; after the signature, the reloaded session. */
  held: HeldRoutes;
}
type Step = Exclude<PlaceOf<typeof carrierSignupMachine>, 'done'>;

const AGREEMENT = 'CarrierAgreement';

async function begin(world: World): Promise<Stage> {
  const own = world.own('begin as a carrier that is new');
  const { email, carrierId } = await newCarrier(own, 'Walked Movers LLC');
  // An incomplete profile is refused when the agreement is created.
  const page = await world.guestPage({ viewport: { width: 1280, height: 900 }, allow: [/status of 409/] });
  await signIn(page, world.url, 'load-board', email);
  const held = await holdRoutes(page, '**/graphql', heldAs);
  return { own, carrierId, page, signUp: carrierSignUpPage(page, world.url), held };
}

function heldAs(request: Request): string | null {
  const { operationName, query } = request.postDataJSON() as { operationName?: string; query?: string };
  return operationName === AGREEMENT ? AGREEMENT : query === READ_SESSION ? READ_SESSION : null;
}

const passAgreement = async ({ held }: Stage): Promise<void> => (await held.take(AGREEMENT)).continue();

const finish: Record<Exclude<Step, 'agreement'>, (stage: Stage) => Promise<void>> = {
  async profile({ page, signUp }) {
    if ((await page.getByLabel('ZIP').inputValue()) === '') await signUp.fillCompany();
    else await page.getByLabel('Street address').fill('210 Lake Street');
    await signUp.saveAndContinue();
  },
  async licenses({ page, signUp }) {
    if ((await page.getByLabel('Number', { exact: true }).count()) === 0) await signUp.addLicense('MN-100');
    await signUp.saveAndContinue();
  },
  async insurance({ page, signUp }) {
    if ((await page.getByLabel('Kind of policy').count()) > 0) {
      await signUp.uploadPolicy('Auto liability', 'AL-100');
      await seen(page.getByLabel('Kind of policy')).toHaveValue('cargo');
      await signUp.uploadPolicy('Cargo', 'CG-100');
    }
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
  },
};

/** A step with data on record cannot be skipped: its data is removed first. */
const skip: Record<'licenses' | 'insurance', (stage: Stage) => Promise<void>> = {
  async licenses({ page, signUp }) {
    if ((await page.getByLabel('Number', { exact: true }).count()) === 0) return signUp.skip();
    await page.getByRole('button', { name: 'Remove license 1' }).click();
    await signUp.saveAndContinue();
  },
  async insurance({ page, signUp }) {
    const policies = page.getByRole('list', { name: 'Policies on record' }).getByRole('listitem');
    for (let count = await policies.count(); count > 0; count -= 1) {
      await page
        .getByRole('button', { name: /^Remove the .* policy/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove policy' }).click();
      await seen(policies).toHaveCount(count - 1);
    }
    await signUp.skip();
  },
};

const gestures: Record<EventFromLogic<typeof carrierSignupMachine>['type'], Gesture<Stage>> = {
  'step.finished': (stage, { from }) => finish[from as keyof typeof finish](stage),
  'step.skipped': (stage, { from }) => skip[from as keyof typeof skip](stage),
  'step.back': async (stage, { from }) => {
    if (from === 'agreement') await passAgreement(stage);
    await stage.signUp.back();
  },
  'profile.wanted': async (stage) => {
    const { own, carrierId, page } = stage;
    // Someone else of the company has emptied it since the page was opened.
    await inTransaction(own.database, async (tx) => {
      await tx.updateTable('carrier').set({ address: '' }).where('id', '=', carrierId).execute();
      await tellOfCarrier(tx, carrierId);
    });
    await passAgreement(stage);
    await page.getByRole('button', { name: 'Complete the profile' }).click();
    await seen(page.getByLabel('Street address')).toHaveValue('', { timeout: 10_000 });
  },
  'agreement.signed': async (stage) => {
    await passAgreement(stage);
    await stage.signUp.read();
    await stage.signUp.sign('Henry Lund');
  },
};

const TITLES = {
  profile: 'Your company',
  licenses: 'Your licenses',
  insurance: 'Your insurance',
  agreement: 'The broker-carrier agreement',
} as const satisfies Record<Step, string>;
const LABELS: Record<Step, string> = {
  profile: 'Company',
  licenses: 'Licenses',
  insurance: 'Insurance',
  agreement: 'Agreement',
};

/** A new carrier between its first sign-in and the board. */
export const driver = screenDriver<Stage, EventFromLogic<typeof carrierSignupMachine>['type']>({
  model: carrierSignup,
  environment: {},
  begin,
  gestures,
  async see({ page, signUp, held }, { to }) {
    if (to === 'done') {
      await seen(page.getByRole('heading', { name: 'The agreement is signed' })).toBeVisible();
      await (await held.take(READ_SESSION)).continue();
      return seen(page.getByRole('heading', { name: 'Available loads' })).toBeVisible();
    }
    const step = to as Step;
    await signUp.see(TITLES[step]);
    await seen(page.getByRole('list', { name: 'Steps of the sign-up' }).locator('[aria-current="step"]')).toHaveText(
      new RegExp(LABELS[step]),
    );
  },
});

import type { Locator, Page } from '@playwright/test';
import type { EventFromLogic } from 'xstate';
import { DeclineContractDocument, OpenContractDocument, SignContractDocument } from '#src/generated/graphql/graphql.ts';
import type { signingMachine } from '#src/machines/agreement/signing.machine.ts';
import { seen } from '#tests/platform/seen.ts';
import { clientPage } from '../client-page.ts';
import { holdCalls } from '../held-calls.ts';
import type { HeldCalls } from '../held-calls.ts';
import type { PlaceOf } from '../models/flow-model.ts';
import { signing } from '../models/signing.model.ts';
import type { World } from '../run/world.ts';
import { beginLead } from './agent-lead.api.ts';
import { elsewhere } from './bid.api.ts';
import { offered } from './on-screen.ts';
import type { Alike } from './on-screen.ts';
import { screenDriver } from './screen-driver.ts';
import type { Gesture } from './screen-driver.ts';

interface Stage {
  world: World;
  page: Page;
  /** Where the client signs; behind the dialog while that asks for a reason. */
  form: Locator;
  consent: Locator;
  dialog: Locator;
  reason: Locator;
  held: HeldCalls<'open' | 'sign' | 'decline'>;
}

const leafOf = (place: string): string => place.split(' (')[0]!;
const isToDecline = (place: string): boolean => place.includes('to decline');
const isAsked = (place: string): boolean =>
  leafOf(place) === 'begun.declining' || (leafOf(place) === 'begun.failed' && isToDecline(place));
const isConsent = (event: string): boolean => ['draft.changed', 'draft.changed taking back'].includes(event);
const isReason = (event: string): boolean => ['draft.changed reason', 'draft.changed no reason'].includes(event);

/** Events of the flow's model that the screen does not offer. */
function lacks(place: string, event: string): boolean {
  // The text comes first: the way to the signature is shown while reading.
  if (event === 'signature.reached') return leafOf(place) === 'looking';
  // The reason is typed in a dialog, which covers everything else; and only a reason that was given can be removed.
  if (isReason(event))
    return !isAsked(place) || (event === 'draft.changed no reason' && !place.includes('reason given'));
  if (isConsent(event))
    return isAsked(place) || (event === 'draft.changed taking back' && !place.includes('signature given'));
  if (leafOf(place) !== 'begun.failed') return false;
  return event === 'decline.opened' ? isToDecline(place) : event === 'decline.cancelled' && !isToDecline(place);
}

/**
 * Other parts of the draft do not change what a transition does, and nothing on the screen handles the answer to the
 * opening.
 */
export const alike: Alike = ({ from, event, to }) =>
  event.startsWith('open: ')
    ? event
    : [from, to].map((place) => leafOf(place) + (isToDecline(place) ? ' to decline' : '')).join(` --${event}--> `);

let spare: { world: World; email: string; sent: number } | null = null;

/** A client with an agreement to sign. If it was neither signed nor declined, the next case reuses it. */
async function begin(world: World): Promise<Stage> {
  const page = await world.guestPage({ reducedMotion: 'reduce' });
  if (spare?.world.url !== world.url) {
    const lead = await beginLead(world);
    for (const event of ['quote.sent', 'contract.sent'] as const) await elsewhere(lead, event);
    spare = { world, email: lead.clientEmail, sent: 1 };
  }
  const held = await holdCalls(page, {
    open: OpenContractDocument,
    sign: SignContractDocument,
    decline: DeclineContractDocument,
  });
  await clientPage(page, world, spare.email).openContract();
  const form = page.getByRole('form', { name: 'Sign' });
  const dialog = page.getByRole('dialog');
  return {
    world,
    page,
    held,
    form,
    dialog,
    consent: form.getByRole('checkbox', { name: /electronic records/ }),
    reason: dialog.getByLabel('Reason'),
  };
}

const button = (within: Locator | Page, name: string) => within.getByRole('button', { name, exact: true });
const press = (where: 'page' | 'form' | 'dialog', name: string) => (stage: Stage) => button(stage[where], name).click();
let texts = 0;

const wishOf = (place: string) => (isToDecline(place) ? 'decline' : 'sign');
const noAnswer = (within: Locator) => within.getByText(/^No response\./);

const answers: Record<string, Gesture<Stage>> = {
  'open: noted': ({ held }) => held.pass('open'),
  'open: no answer': async ({ world, held }) => {
    world.allow(/ERR_FAILED/);
    await held.cutOff('open');
  },
  'send: signed': async ({ held }) => {
    await held.pass('sign');
    spare = null;
  },
  'send: declined': async ({ held }) => {
    await held.pass('decline');
    spare = null;
  },
  // A different text than the one that was read, or an empty reason.
  'send: refused': ({ held }, { from }) =>
    isToDecline(from)
      ? held.pass('decline', (sent) => ({ ...sent, reason: ' ' }))
      : held.pass('sign', ({ signature, ...sent }) => ({
          ...sent,
          signature: { ...(signature as object), documentHash: '0'.repeat(64) },
        })),
  'send: no answer': async ({ world, held }, { from }) => {
    world.allow(/ERR_FAILED/);
    await held.cutOff(wishOf(from));
  },
  'draft.changed taking back': ({ consent }) => consent.uncheck(),
  'draft.changed reason': ({ reason }) => reason.fill(`Too expensive, ${(texts += 1)}`),
  'draft.changed no reason': ({ reason }) => reason.fill(''),
};

/** In the form, whether consent is given; in the dialog, whether there is a reason. */
async function seeForm({ form, consent, dialog }: Stage, place: string): Promise<Locator> {
  await seen(consent).toBeChecked({ checked: place.includes('signature given') });
  await seen(dialog).toHaveCount(0);
  return button(form, 'Sign');
}
async function seeDialog({ dialog, reason }: Stage, place: string): Promise<Locator> {
  await seen(reason).toHaveValue(place.includes('reason given') ? /\S/ : '');
  return button(dialog, 'Decline');
}
const seePart = (stage: Stage, place: string) => (isToDecline(place) ? seeDialog(stage, place) : seeForm(stage, place));
const BUSY = ['aria-busy', 'true'] as const;

const shown: Record<PlaceOf<typeof signingMachine>, (stage: Stage, place: string) => Promise<void>> = {
  looking: ({ page }) => seen(button(page, 'Start reading')).toBeVisible(),
  'begun.reading': async (stage, place) => {
    await seen(button(stage.page, 'Go to signing')).toBeVisible();
    await seeForm(stage, place);
  },
  'begun.signing': async (stage, place) => {
    const sign = await seeForm(stage, place);
    await seen(sign).toBeEnabled();
    await seen(sign).not.toHaveAttribute(...BUSY);
    await seen(noAnswer(stage.form)).toHaveCount(0);
    await seen(button(stage.page, 'Go to signing')).toHaveCount(0);
  },
  'begun.declining': async (stage, place) => {
    await seen(await seeDialog(stage, place)).not.toHaveAttribute(...BUSY);
    await seen(noAnswer(stage.dialog)).toHaveCount(0);
  },
  'begun.sending': async (stage, place) => seen(await seePart(stage, place)).toHaveAttribute(...BUSY),
  'begun.failed': async (stage, place) => {
    await seen(await seePart(stage, place)).not.toHaveAttribute(...BUSY);
    await seen(noAnswer(isToDecline(place) ? stage.dialog : stage.form)).toBeVisible();
  },
  'begun.refused': async (stage, place) => {
    await seen(await seeForm(stage, place)).toBeDisabled();
    await seen(button(stage.form, 'Read it again')).toBeVisible();
  },
  signed: ({ page }) => seen(page.getByRole('heading', { name: 'Your agreement is signed' })).toBeVisible(),
  declined: ({ page }) => seen(page.getByRole('heading', { name: 'You declined the agreement' })).toBeVisible(),
};

/** A client's agreement on a phone. The server's responses are held until the case decides on them. */
export const driver = screenDriver<Stage, EventFromLogic<typeof signingMachine>['type']>({
  model: offered(signing, lacks),
  environment: {},
  begin,
  gestures: {
    'signer.began': press('page', 'Start reading'),
    'signature.reached': press('page', 'Go to signing'),
    'draft.changed': async ({ form, consent }) => {
      await consent.check();
      await form.getByLabel('Full name').fill(`Casey Client ${(texts += 1)}`);
    },
    'signature.sent': press('form', 'Sign'),
    'decline.opened': press('form', 'Decline…'),
    'decline.cancelled': press('dialog', 'Cancel'),
    'decline.sent': press('dialog', 'Decline'),
    'text.read-again': press('form', 'Read it again'),
  },
  more: answers,
  see: (stage, { to }) => shown[leafOf(to) as keyof typeof shown](stage, to),
});

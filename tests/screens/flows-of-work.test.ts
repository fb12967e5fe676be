import { describe, expect, test } from 'vitest';
import { seen } from '#tests/platform/seen.ts';
import { call } from '#tests/platform/application.ts';
import { driver as bidOfferDriver } from '#tests/paths/drivers/bid-offer.screens.ts';
import { beyond, oncePer } from '#tests/paths/drivers/on-screen.ts';
import type { Alike } from '#tests/paths/drivers/on-screen.ts';
import { alike as alikeInSheet, driver as sheetDriver, leaveSheet } from '#tests/paths/drivers/sheet-editor.screens.ts';
import { alike as alikeInSigning, driver as signingDriver } from '#tests/paths/drivers/signing.screens.ts';
import type { FlowModel } from '#tests/paths/models/flow-model.ts';
import { sheetEditor } from '#tests/paths/models/sheet-editor.model.ts';
import { signing } from '#tests/paths/models/signing.model.ts';
import type { Driver } from '#tests/paths/run/driver.ts';
import { walkSuite } from '#tests/paths/run/suite.ts';
import { oneWorld } from '#tests/paths/run/world.ts';

/** What people do at work, step by step, each flow on its screen, with every response that the server can give. */
const world = oneWorld();
const all = { strategies: ['tour'], kinds: ['states', 'transitions'], uncovered: [] } as const;

describe('bid-offer', () => {
  walkSuite(bidOfferDriver, world, all);
});

/**
 * Of transitions that are alike, only one is walked; the parts of the flow that the screen does not offer are listed.
 */
function walkAlike<Stage>(driver: Driver<Stage>, whole: FlowModel, alike: Alike, lacking: readonly string[]): void {
  const onScreen = driver.model as FlowModel;
  walkSuite({ ...driver, model: oncePer(onScreen, alike) }, world, all);

  test('what no screen offers', () => {
    expect(beyond(whole, onScreen, alike)).toEqual(lacking);
  });
}

describe('signing', () => {
  walkAlike(signingDriver, signing, alikeInSigning, [
    // The text comes first: the way to the signature is shown while reading.
    'looking --signature.reached--> begun.signing',
    // Consent that was not given cannot be revoked.
    'looking --draft.changed taking back--> begun.signing',
    // The reason is typed in a dialog, which appears only when somebody wants to decline.
    'looking --draft.changed reason--> begun.signing',
    'looking --draft.changed no reason--> begun.signing',
    // Each time the text is read again, consent has to be given again.
    'begun.reading --draft.changed taking back--> begun.signing',
    'begun.reading --draft.changed reason--> begun.signing',
    'begun.reading --draft.changed no reason--> begun.signing',
    'begun.signing --draft.changed reason--> begun.signing',
    'begun.signing --draft.changed no reason--> begun.signing',
    // The dialog covers the consent and the signature.
    'begun.declining --draft.changed--> begun.declining',
    'begun.declining --draft.changed taking back--> begun.declining',
    // After a failure, the dialog is open for those who were declining, and closed for those who were signing.
    'begun.failed --decline.cancelled--> begun.signing',
    'begun.failed --draft.changed reason--> begun.signing',
    'begun.failed --draft.changed no reason--> begun.signing',
    'begun.failed to decline --draft.changed--> begun.declining',
    'begun.failed to decline --decline.opened--> begun.declining',
    'begun.failed to decline --draft.changed taking back--> begun.declining',
  ]);
});

describe('sheet-editor', () => {
  walkAlike(sheetDriver, sheetEditor, alikeInSheet, [
    // A sheet is started if there are no rates; the one in this walk has some.
    'editing (as on record) --sheet.started--> editing (unreadable)',
    'editing (changed) --sheet.started--> editing (unreadable)',
    'failed (changed) --sheet.started--> editing (unreadable)',
  ]);

  test('where there are no rates a sheet is started, told what it lacks, and undone', async () => {
    const here = await world();
    const { token } = await here.account('carrier');
    const emptied = await call(here, 'PUT', 'carrier/pricing-sheet', { token, body: { data: [] } });
    expect(emptied.status).toBe(200);
    const page = await here.page('carrier');
    await leaveSheet(page, here);
    await page.goto(`${here.url}/load-board/settings/pricing-sheet`);
    await page.getByRole('button', { name: 'Start a blank sheet' }).click();
    await page.getByRole('button', { name: 'Save sheet' }).click();
    await seen(page.getByText(/^Fix \d+ fields$/)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await seen(page.getByRole('heading', { name: 'No rates yet' })).toBeVisible();
    await seen(page.getByRole('button', { name: 'Save sheet' })).toBeDisabled();
    expect(await here.endCase()).toEqual([]);
  });
});

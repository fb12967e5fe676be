import type { Locator, Page } from '@playwright/test';
import type { EventFromLogic } from 'xstate';
import { SavePricingSheetDocument } from '#src/generated/graphql/graphql.ts';
import type { sheetEditorMachine } from '#src/machines/carrier/sheet-editor.machine.ts';
import { seen } from '#tests/platform/seen.ts';
import { call } from '#tests/platform/application.ts';
import type { Account } from '#tests/platform/application.ts';
import { holdCalls } from '../held-calls.ts';
import type { HeldCalls } from '../held-calls.ts';
import type { PlaceOf } from '../models/flow-model.ts';
import { sheetEditor } from '../models/sheet-editor.model.ts';
import type { World } from '../run/world.ts';
import { NotHere } from '../run/world.ts';
import { offered } from './on-screen.ts';
import type { Alike } from './on-screen.ts';
import { screenDriver } from './screen-driver.ts';
import type { Gesture } from './screen-driver.ts';

interface Stage {
  world: World;
  page: Page;
  carrier: Account;
  held: HeldCalls<'save'>;
  save: Locator;
  conflict: Locator;
  grid: Locator;
}

/** All prices are distinct, so that every text and every sheet is, too. */
let cents = 100_000;
const nextPrice = (): number => (cents += 1);
let bounds = 0;

/** Enough weight bands that the few steps of a case never leave the sheet without one. */
const ENDS = [1000, 2000, 4000, 6000, 8000, 10_000, 12_000, 16_000];
const newSheet = () =>
  ENDS.map((lb_to, index) => ({
    miles_from: 0,
    miles_to: 2000,
    lb_from: ENDS[index - 1] ?? 0,
    lb_to,
    rate_per_cwt: nextPrice(),
    minimum: 0,
  }));

const ask = async (
  { world, carrier: { token } }: Pick<Stage, 'world' | 'carrier'>,
  method: string,
  body?: object,
): Promise<object[]> => {
  const answer = await call<{ data: object[] }>(world, method, 'carrier/pricing-sheet', { token, body });
  if (answer.status !== 200)
    throw new Error(`The sheet of the carrier: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
};
/** Saves from another computer of the carrier. */
const saveOther = (stage: Stage) => ask(stage, 'PUT', { data: newSheet() });
const saveSame = async (stage: Stage) => ask(stage, 'PUT', { data: await ask(stage, 'GET') });

/** Removes all traces of an earlier case: otherwise its open requests would be answered now, and its draft kept. */
export async function leaveSheet(page: Page, { url }: Pick<World, 'url'>): Promise<void> {
  await page.goto(`${url}/readyz`);
  await page.evaluate(() => localStorage.clear());
}

async function begin(world: World): Promise<Stage> {
  const carrier = await world.account('carrier');
  const page = await world.page('carrier');
  await leaveSheet(page, world);
  const held = await holdCalls(page, { save: SavePricingSheetDocument });
  await ask({ world, carrier }, 'PUT', { data: newSheet() });
  const conflict = page.getByRole('alert').filter({ hasText: 'The sheet was changed elsewhere' });
  return {
    world,
    page,
    carrier,
    held,
    conflict,
    save: page.getByRole('button', { name: 'Save sheet' }),
    grid: page.getByRole('grid'),
  };
}

async function open({ page, world, grid }: Stage): Promise<void> {
  await page.goto(`${world.url}/load-board/settings/pricing-sheet`);
  await seen(grid).toBeVisible();
}

/** Unsaved changes are still there when the sheet is opened again. */
const openWithDraft =
  (meanwhile?: (stage: Stage) => Promise<unknown>): Gesture<Stage> =>
  async (stage) => {
    await open(stage);
    await write(stage, String(nextPrice() / 100));
    await seen(stage.page.getByText('Kept in this browser')).toBeVisible();
    await meanwhile?.(stage);
    await open(stage);
  };

async function write({ page, grid }: Stage, text: string): Promise<void> {
  await grid.locator('[data-at="1:1"]').focus();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}
const press =
  (name: string | RegExp) =>
  ({ page }: Stage) =>
    page.getByRole('button', { name, exact: true }).click();

const others: Record<string, Gesture<Stage>> = {
  'sheet opened': open,
  'sheet opened with a draft': openWithDraft(),
  'sheet opened after the same': openWithDraft(saveSame),
  'sheet opened after another': openWithDraft(saveOther),
  'cells.written wrong': (stage) => write(stage, `none ${nextPrice()}`),
  'save: saved': async ({ held, page }) => {
    await held.pass('save');
    await page.getByRole('group', { name: 'Pricing sheet saved' }).getByRole('button', { name: 'Dismiss' }).click();
  },
  'save: the same sheet': async (stage) => {
    await saveSame(stage);
    await stage.held.pass('save');
    // It is saved once more, over the version that is now the newest.
    await stage.held.seeHeld('save');
  },
  'save: another sheet': async (stage) => {
    await saveOther(stage);
    await stage.held.pass('save');
  },
  'save: no answer': async ({ world, held }) => {
    world.allow(/ERR_FAILED/);
    await held.cutOff('save');
  },
};

/**
 * Checks whether the text is on record, or could be. A cell that was never filled in is marked only on an attempt to
 * save.
 */
async function seeText({ save, grid }: Stage, place: string): Promise<void> {
  await (place.includes('(as on record') ? seen(save).toBeDisabled() : seen(save).toBeEnabled());
  const unreadable = grid.locator('[aria-invalid="true"]').or(grid.getByRole('columnheader', { name: '…' }));
  await (place.includes('(unreadable') ? seen(unreadable.first()).toBeVisible() : seen(unreadable).toHaveCount(0));
}

async function seeSteps({ page }: Stage, place: string): Promise<void> {
  for (const [name, way] of [
    ['Undo', 'undo to'],
    ['Redo', 'redo to'],
  ] as const)
    await seen(page.getByRole('button', { name, exact: true })).toBeEnabled({ enabled: place.includes(way) });
}

const failure = ({ page }: Stage) => page.getByText('Couldn’t save the sheet');

const shown: Record<PlaceOf<typeof sheetEditorMachine>, (stage: Stage, place: string) => Promise<void>> = {
  // Ready as soon as the sheet is shown.
  opened: ({ grid }) => seen(grid).toBeVisible(),
  editing: async (stage, place) => {
    await seeText(stage, place);
    await seeSteps(stage, place);
    await seen(stage.save).not.toHaveAttribute('aria-busy', 'true');
    await seen(stage.conflict.or(failure(stage))).toHaveCount(0);
  },
  saving: async ({ save, page }) => {
    await seen(save).toHaveAttribute('aria-busy', 'true');
    await seen(page.getByRole('textbox', { name: 'Distances from' })).not.toBeEditable();
  },
  failed: async (stage, place) => {
    await seen(failure(stage)).toBeVisible();
    // Passing through a field without changing it writes nothing.
    await stage.page.getByRole('textbox', { name: 'Distances from' }).focus();
    await stage.page.keyboard.press('Tab');
    await seen(failure(stage)).toBeVisible();
    await seeText(stage, place);
    await seeSteps(stage, place);
  },
  conflict: async ({ save, conflict }) => {
    await seen(conflict).toBeVisible();
    await seen(save).toBeDisabled();
  },
};

/** Checks only whether the text can be saved, not what else can be undone or redone. */
const briefly = (place: string): string => place.replace(/, .*\)/, ')');
export const alike: Alike = ({ from, event, to }) => `${briefly(from)} --${event}--> ${briefly(to)}`;

/** A carrier's sheet on its phone. The server's responses are held until the case decides on them. */
export const driver = screenDriver<Stage, EventFromLogic<typeof sheetEditorMachine>['type']>({
  // A sheet is started if there are no rates; the model's sheet has some.
  model: offered(sheetEditor, (_, event) => event === 'sheet.started'),
  environment: {},
  begin,
  gestures: {
    'cells.written': (stage) => write(stage, String(nextPrice() / 100)),
    // The ratio is the brokerage's to set; among the bounds, a carrier edits where its bands begin.
    'bound.written': async ({ page }) => {
      await page.getByRole('textbox', { name: 'Distances from' }).fill(String((bounds += 1)));
      await page.keyboard.press('Tab');
    },
    'band.added': press('Add weight band'),
    'band.removed': press(/^Remove weight band/),
    'sheet.started': async () => {
      throw new NotHere('A sheet is started where there are no rates.');
    },
    'step.undone': press('Undo'),
    'step.redone': press('Redo'),
    'changes.discarded': press('Discard changes'),
    'sheet.saved': ({ save }) => save.click(),
    'mine.kept': press('Keep my changes'),
    'theirs.taken': press('Use saved version'),
  },
  more: others,
  see: async (stage, { from, event, to }) => {
    await shown[to.split(' (')[0] as keyof typeof shown](stage, to);
    // What is missing is listed, and focused.
    if (event === 'sheet.saved' && from === to) await seen(stage.page.getByText(/^Fix \d+ fields?$/)).toBeVisible();
  },
});

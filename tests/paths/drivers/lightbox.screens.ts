import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { LightboxEvent, lightboxMachine } from '#src/machines/lightbox/lightbox.machine.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { seen } from '#tests/platform/seen.ts';
import { call } from '#tests/platform/application.ts';
import { newLead } from '../api-gestures.ts';
import type { PlaceOf } from '../models/flow-model.ts';
import { lightbox } from '../models/lightbox.model.ts';
import type { World } from '../run/world.ts';
import { screenDriver } from './screen-driver.ts';

interface Stage {
  page: Page;
  dialog: Locator;
  /** File names in the order of the screen. */
  names: string[];
  /** Every gesture can be done in two ways, which alternate. */
  turns: Map<string, number>;
}

/** All of different widths, so that it is clear which one is shown. */
const PICTURES = [
  { name: 'Living room.png', width: 30, background: 'teal' },
  { name: 'Piano.png', width: 40, background: 'maroon' },
  { name: 'Garage.png', width: 50, background: 'gold' },
];

/** The photos of a lead, in the agent's view of its files. */
async function begin(world: World): Promise<Stage> {
  const { token } = await world.account('agent');
  const { body: lead } = await call<{ id: string }>(world, 'POST', 'agent-lead/', { token, body: newLead(null) });
  const form = new FormData();
  for (const { name, width, background } of PICTURES) {
    const content = await sharp({ create: { width, height: 20, channels: 3, background } })
      .png()
      .toBuffer();
    form.append('content', new Blob([new Uint8Array(content)], { type: 'image/png' }), name);
  }
  const { status, body } = await call(world, 'POST', `agent-lead/${lead.id}/attachment`, { token, body: form });
  if (status !== 201) throw new Error(`The photos were not taken: ${status} ${JSON.stringify(body)}`);
  const page = await world.page('agent');
  await page.goto(world.url + hrefs.agent.lead(lead.id, 'files'));
  const looks = page.getByRole('button', { name: /^View / });
  await seen(looks).toHaveCount(PICTURES.length);
  const names = await looks.evaluateAll((buttons) =>
    buttons.map((button) => button.getAttribute('aria-label')!.replace('View ', '')),
  );
  return { page, dialog: page.getByRole('dialog', { name: 'Pictures' }), names, turns: new Map() };
}

type Way = (stage: Stage) => Promise<void>;

const inTurns =
  (...ways: Way[]) =>
  async (stage: Stage, { event }: { event: string }): Promise<void> => {
    const turn = stage.turns.get(event) ?? 0;
    stage.turns.set(event, turn + 1);
    await ways[turn % ways.length]!(stage);
  };
const button =
  (name: string): Way =>
  ({ dialog }) =>
    dialog.getByRole('button', { name, exact: true }).click();
const key =
  (name: string): Way =>
  ({ page }) =>
    page.keyboard.press(name);

/** The pictures of the strip; the current one is marked. */
const strip = ({ dialog }: Stage): Locator => dialog.getByRole('listitem').getByRole('button');

async function seeOpen(stage: Stage, shown: number): Promise<void> {
  const { dialog, names } = stage;
  const name = names[shown]!;
  await seen(dialog.getByText(`${name} ${shown + 1} of ${names.length}`, { exact: true })).toBeVisible();
  const { width } = PICTURES.find((picture) => picture.name === name)!;
  await seen(dialog.getByRole('img', { name, exact: true })).toHaveJSProperty('naturalWidth', width);
  for (const [at, one] of (await strip(stage).all()).entries())
    await (at === shown ? seen(one) : seen(one).not).toHaveAttribute('aria-current', 'true');
}

const PLACES: Record<PlaceOf<typeof lightboxMachine>, (stage: Stage, place: string) => Promise<void>> = {
  closed: async ({ page, dialog }) => {
    await seen(dialog).toHaveCount(0);
    await seen(page.getByRole('heading', { name: 'Files' })).toBeVisible();
  },
  open: (stage, place) => seeOpen(stage, Number(/picture (\d)/.exec(place)![1]) - 1),
};

/** Pictures are viewed by pointer and by keyboard. */
export const driver = screenDriver<Stage, LightboxEvent['type']>({
  model: lightbox,
  environment: {},
  begin,
  gestures: {
    'lightbox.opened': ({ page, names }) => page.getByRole('button', { name: `View ${names[0]}`, exact: true }).click(),
    'picture.next': inTurns(button('Next picture'), key('ArrowRight')),
    'picture.previous': inTurns(key('ArrowLeft'), button('Previous picture')),
    'picture.chosen': (stage) => strip(stage).last().click(),
    'lightbox.closed': inTurns(key('Escape'), button('Close')),
  },
  see: (stage, { to }) => PLACES[to.split(' ')[0] as keyof typeof PLACES](stage, to),
});

import type { Locator, Page, Request } from '@playwright/test';
import sharp from 'sharp';
import type { EventFromLogic } from 'xstate';
import { ClientChatDocument } from '#src/generated/graphql/graphql.ts';
import { outboxMachine } from '#src/machines/chat/outbox.machine.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { seen } from '#tests/platform/seen.ts';
import { isCallOf } from '#tests/platform/documents.ts';
import { chatPage } from '../chat-page.ts';
import { holdRoutes } from '../held-routes.ts';
import type { HeldRoutes } from '../held-routes.ts';
import { holdTime } from '../held-time.ts';
import type { HeldTime } from '../held-time.ts';
import type { PlaceOf } from '../models/flow-model.ts';
import { outbox } from '../models/outbox.model.ts';
import type { World } from '../run/world.ts';
import { CHAT_ENVIRONMENT, beginChat } from './chat.api.ts';
import { screenDriver } from './screen-driver.ts';
import type { Gesture } from './screen-driver.ts';

interface Stage {
  page: Page;
  /** In the order in which they are sent. */
  messages: Locator;
  held: HeldRoutes;
  time: HeldTime;
}

type Standing = 'waits' | 'taken' | 'refused';
interface Box {
  state: PlaceOf<typeof outboxMachine>;
  queue: Standing[];
}

const A_WHILE = outboxMachine.implementations.delays['aWhile'] as number;
const UPLOAD = 'upload';
const READING = 'reading';
const NO_CONNECTION = 'No connection. We’ll send it when you’re back online.';
const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();
let number = 0;

declare global {
  var lastUpload: XMLHttpRequest;
}

async function begin(world: World): Promise<Stage> {
  const { link } = await beginChat(world);
  const page = await world.guestPage({
    viewport: { width: 1280, height: 900 },
    allow: [/status of 422/, /ERR_FAILED/],
  });
  const time = await holdTime(page, [A_WHILE]);
  await page.addInitScript(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      globalThis.lastUpload = this;
      send.call(this, body);
    };
  });
  await chatPage(page, world.url).open(link);
  const upload = world.url + hrefs.client.chatMessages(link);
  const held = await holdRoutes(page, '**', (request) =>
    request.url() === upload ? UPLOAD : isReading(request) ? READING : null,
  );
  return { page, messages: page.getByRole('list', { name: 'Not sent yet' }).locator('> li'), held, time };
}

const isReading = (request: Request): boolean => isCallOf(request, ClientChatDocument);

function boxAt(place: string): Box {
  const [state, words] = place.split(' (') as [Box['state'], string | undefined];
  return {
    state,
    queue:
      words
        ?.slice(0, -1)
        .split(', ')
        .map((word) => word.split(' ').at(-1) as Standing) ?? [],
  };
}

/** Presses by keyboard, because a mouse click would wait until its target stops moving. */
const press = ({ messages }: Stage, index: number, name: string | RegExp): Promise<void> =>
  messages.nth(index).getByRole('button', { name }).press('Enter');
const retry =
  (index: number): Gesture<Stage> =>
  (stage) =>
    press(stage, index, 'Try again');
const drop =
  (index: number): Gesture<Stage> =>
  async (stage, { from }) => {
    const { state, queue } = boxAt(from);
    // The request in flight is canceled, so it is no longer answered.
    if (state === 'sending' && queue.indexOf('waits') === index) await stage.held.take(UPLOAD);
    await press(stage, index, /^(Cancel|Remove)$/);
  };

const gestures: Record<EventFromLogic<typeof outboxMachine>['type'], Gesture<Stage>> = {
  'message.written': async ({ page }) => {
    await page.locator('input[type=file]').setInputFiles({ name: 'sofa.png', mimeType: 'image/png', buffer: picture });
    const box = page.getByLabel('Message', { exact: true });
    await box.fill(`When do you come, ${(number += 1)}?`);
    await box.press('Enter');
  },
  'message.retried': retry(0),
  'message.dropped': drop(0),
  'messages.read': async ({ held }) => (await held.take(READING)).continue(),
  // As reported by the browser.
  'connection.back': ({ page }) => page.evaluate(() => void dispatchEvent(new Event('online'))),
  // A photo this small is sent at once.
  'upload.progressed': async ({ page, messages }) => {
    await page.evaluate(
      () =>
        void lastUpload.upload.dispatchEvent(
          new ProgressEvent('progress', { lengthComputable: true, loaded: 1, total: 2 }),
        ),
    );
    await messages.getByText('Sending… 50%').waitFor();
  },
  'upload.taken': async ({ held }) => (await held.take(UPLOAD)).continue(),
  'upload.lost': async ({ held }) => (await held.take(UPLOAD)).abort(),
  // An empty form.
  'upload.refused': async ({ held }) => {
    const route = await held.take(UPLOAD);
    const boundary = /boundary=(.+)$/.exec(route.request().headers()['content-type']!)![1]!;
    await route.continue({ postData: `--${boundary}--\r\n` });
  },
};

/** The text next to each message. */
function wordsOf({ state, queue }: Box): RegExp[] {
  const first = queue.indexOf('waits');
  const ofWaiting = (index: number) =>
    index > first ? /Waiting to send/ : state === 'waiting' ? new RegExp(NO_CONNECTION) : /Sending… \d+%/;
  return queue.map((standing, index) =>
    standing === 'waits' ? ofWaiting(index) : standing === 'taken' ? /Sent$/ : /Write something, or add a photo/,
  );
}

/**
 * What a client has written but the server has not received, on the client's screen. The server's responses are held.
 */
export const driver = screenDriver<Stage, EventFromLogic<typeof outboxMachine>['type']>({
  model: outbox,
  environment: CHAT_ENVIRONMENT,
  begin,
  gestures,
  more: {
    'message.retried second': retry(1),
    'message.dropped second': drop(1),
    'a while passes': ({ time }) => time.ring(A_WHILE),
  },
  async see({ messages, page, held }, { to }) {
    const box = boxAt(to);
    await seen(messages).toContainText(wordsOf(box));
    await seen(page.getByRole('progressbar', { name: 'Sending' })).toHaveCount(box.state === 'sending' ? 1 : 0);
    if (box.state !== 'sending' && held.isHeld(UPLOAD)) throw new Error('A message is on its way that should not be.');
  },
});

import type { Page } from '@playwright/test';
import type { ChatEvent, ChatStanding } from '#src/machines/chat/chat.lifecycle.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { seen } from '#tests/platform/seen.ts';
import { call } from '#tests/platform/application.ts';
import { chatPage } from '../chat-page.ts';
import type { ChatPage } from '../chat-page.ts';
import { chat } from '../models/chat.model.ts';
import type { CaseStep } from '../tool/cases.ts';
import { CHAT_ENVIRONMENT, beginChat, chatOf, driver as api, knowing, letAssistantAnswer } from './chat.api.ts';
import type { ChatStage } from './chat.api.ts';
import { screenDriver } from './screen-driver.ts';

interface Stage extends ChatStage {
  client: ChatPage;
  /** The agent's screen of the same chat. */
  desk: Page;
}

const placeAt = (key: string): ChatStanding => {
  const [stage, owner] = key.split('.');
  return { stage, owner } as ChatStanding;
};

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
/** What is known when a chat is closed determines where it continues. */
const reopening = (size: 'studio' | null) => async (stage: Stage) => {
  await knowing(stage, size);
  await click(stage.desk, 'Reopen the chat');
};
let number = 0;

/** Both screens stay open: what one person does, both show by themselves. */
export const driver = screenDriver<Stage, ChatEvent['type']>({
  model: chat,
  environment: CHAT_ENVIRONMENT,
  async begin(world) {
    const stage = await beginChat(world);
    await call(world, 'PATCH', `ai-chat/client/${stage.link}/details`, {
      body: { move_date: { earliest: '2099-06-14', latest: '2099-06-18' } },
    });
    const client = chatPage(await world.guestPage({ viewport: { width: 1280, height: 900 } }), world.url);
    await client.open(stage.link);
    const desk = await world.page('agent');
    await desk.goto(world.url + hrefs.agent.chat(stage.id));
    return { ...stage, client, desk };
  },
  gestures: {
    'message.sent': ({ client }) => client.write(`Message ${(number += 1)}`),
    'answer.given': async ({ desk, client }) => {
      const text = `Hello, Ann here, ${(number += 1)}.`;
      await desk.getByLabel('Your answer').fill(text);
      await desk.getByLabel('Your answer').press('Enter');
      await seen(client.said().filter({ hasText: text })).toBeVisible();
    },
    'details.changed': async (stage, { from }) =>
      stage.client.chooseSize((number += 1) % 2 === 0 || placeAt(from).stage === 'collecting' ? 'Studio' : '1 bedroom'),
    'details.confirmed': ({ client }) => client.confirm(),
    // The agent's dialog for applying details to the lead has its own journey.
    'details.applied': (stage, step) => api.act(stage, step),
    'summary.written': async ({ world, agent, id, desk }) => {
      const summary = `Call before noon, ${(number += 1)}.`;
      await call(world, 'PATCH', `ai-chat/${id}/summary`, { token: agent.token, body: { summary } });
      await seen(desk.getByText(summary)).toBeVisible();
    },
    'person.requested': ({ client }) => client.askForPerson(),
    'wait.ended': (stage, step) => api.act(stage, step),
    'chat.taken': ({ desk }) => click(desk, 'Take over'),
    'chat.returned': ({ desk }) => click(desk, 'Hand back'),
    'chat.closed': async ({ desk }) => {
      await click(desk, 'More about this chat');
      await desk.getByRole('menuitem', { name: 'Close the chat…' }).click();
      await click(desk, 'Close chat');
    },
    'chat.reopened': reopening('studio'),
  },
  more: {
    'answer.given by the assistant': async (stage) => {
      await stage.client.write(`What happens next, ${(number += 1)}?`);
      await letAssistantAnswer(stage);
      await seen(stage.client.said().last()).toContainText('AI assistant');
    },
    'details.changed forgetting': async ({ client }, { from }) =>
      placeAt(from).stage === 'collecting' ? client.rename(`Casey ${(number += 1)}`) : client.removeSize(),
    'chat.reopened with gaps': reopening(null),
  },
  async see(stage, step) {
    await seen.poll(async () => chat.keyOf(await chatOf(stage))).toBe(step.to);
    await stage.client.see(placeAt(step.to));
  },
  takes: transitionsOf,
  async faster(stage, step) {
    await api.act(stage, step);
    // If the chat is closed and reopened at once, the page may only be notified of the end, and notice the rest seconds
    // later.
    if (step.event.startsWith('chat.reopened')) await stage.client.open(stage.link);
  },
});

/**
 * Stage and owner change independently: returns which of their transitions a step is, or its name if neither changes.
 */
export function transitionsOf({ event, from, to }: Pick<CaseStep, 'event' | 'from' | 'to'>): string[] {
  const type = event.split(' ')[0]!;
  const [before, after] = [placeAt(from), placeAt(to)];
  const regions = (['stage', 'owner'] as const)
    .filter((region) => before[region] !== after[region])
    .map((region) => `${type}: ${before[region]} to ${after[region]}`);
  if (regions.length > 0) return regions;
  return [
    type === 'details.changed'
      ? `${type} in ${before.stage}`
      : type === 'answer.given'
        ? `${type} by ${before.owner}`
        : type,
  ];
}

import { seen as expect } from '#tests/platform/seen.ts';
import type { Locator, Page } from '@playwright/test';
import type { ChatStanding } from '#src/machines/chat/chat.lifecycle.ts';
import { hrefs } from '#src/views/hrefs.ts';

export type ChatPage = ReturnType<typeof chatPage>;

/** What a client does in the chat, on a screen wide enough to show the details next to it. */
export function chatPage(page: Page, url: string) {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const said = (): Locator => page.getByRole('log').getByRole('listitem');

  /** Opens the form of a detail, whether it is known or not. */
  async function edit(label: string): Promise<void> {
    await page.getByRole('button', { name: new RegExp(`^(Add|Change): ${label}$`) }).click();
  }
  async function saved(label: string): Promise<void> {
    await button('Save').click();
    await expect(page.getByRole('button', { name: `Change: ${label}`, exact: true })).toBeVisible();
  }

  return {
    said,

    async open(link: string): Promise<void> {
      await page.goto(url + hrefs.client.chat(link));
      await page.getByRole('log').waitFor();
    },

    /** message.sent */
    async write(text: string): Promise<void> {
      await page.getByLabel('Message', { exact: true }).fill(text);
      await page.keyboard.press('Enter');
      await expect(said().filter({ hasText: text }).last()).toBeVisible();
      await expect(page.getByRole('list', { name: 'Not sent yet' }).getByRole('listitem')).toHaveCount(0);
    },

    /** details.changed */
    async chooseSize(size: string): Promise<void> {
      await edit('Size of the move');
      await page.getByLabel('Size of the move').selectOption({ label: size });
      await saved('Size of the move');
      await expect(page.getByRole('complementary').getByText(size, { exact: true })).toBeVisible();
    },

    /** details.changed: removes something required. */
    async removeSize(): Promise<void> {
      // It may have been set on another page, with the update still in transit.
      await button('Change: Size of the move').click();
      await button('Remove').click();
      await expect(button('Add: Size of the move')).toBeVisible();
    },

    /** details.changed, for something that stays known */
    async rename(name: string): Promise<void> {
      await edit('Name');
      await page.getByLabel('Name', { exact: true }).fill(name);
      await saved('Name');
    },

    /** details.confirmed */
    confirm: () => button('Confirm my move').click(),

    /** person.requested */
    async askForPerson(): Promise<void> {
      await button('Talk to a person').click();
      await button('Ask for a person').click();
    },

    /** What the screen shows about the chat's stage, and about who answers. */
    async see({ stage, owner }: ChatStanding): Promise<void> {
      const ofStage = {
        collecting: page.getByText('Then you can confirm your move.'),
        confirming: button('Confirm my move'),
        'handed-over': page.getByText('Your move is confirmed', { exact: true }),
        closed: page.getByText('This chat is closed', { exact: true }),
      };
      // A closed chat gets no live updates: the page checks every 15 seconds whether it was reopened.
      await expect(ofStage[stage]).toBeVisible({ timeout: 40_000 });
      for (const [other, sign] of Object.entries(ofStage)) if (other !== stage) await expect(sign).toHaveCount(0);
      const ofOwner = {
        assistant: button('Talk to a person'),
        'handing-over': page.getByText('An agent has been notified', { exact: true }),
        agent: page.getByText('is answering you.'),
      };
      for (const [other, sign] of Object.entries(ofOwner))
        await expect(sign).toHaveCount(stage !== 'closed' && other === owner ? 1 : 0);
      await expect(page.getByLabel('Message', { exact: true })).toHaveCount(stage === 'closed' ? 0 : 1);
    },
  };
}

import type { Tx } from '#src/api/database/write.ts';
import { saveView } from '#src/api/saved-view/saved-view.repository.ts';
import type { ViewFields } from '#src/api/saved-view/saved-view.schemas.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

const VIEWS: Record<string, ViewFields[]> = {
  'agent@demo.test': [
    { name: 'Accepted, contract to send', is_shared: true, tab: 'quote-sent', stage: 'accepted' },
    { name: 'My follow-ups', is_shared: false, tab: 'follow-up', mine: true, sort: 'due' },
  ],
  'agent2@demo.test': [
    {
      name: 'Interstate by move date',
      is_shared: true,
      tab: 'contracted',
      kind: 'household-interstate',
      sort: 'move-date',
    },
  ],
};

/** Saved views of the lists: an agent's own, and some that are shared. */
export async function saveDemoViews(tx: Tx, accounts: Record<string, { id: string }>, now: Date): Promise<void> {
  const at = new Date(now.getTime() - 20 * DAY);
  for (const [email, views] of Object.entries(VIEWS)) {
    const { id } = accounts[email]!;
    for (const view of views) await saveView(tx, view, { accountId: id }, at);
  }
}

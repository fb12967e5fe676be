import { keepDraft, readDraft } from '#src/views/ui/draft-storage.ts';

/** A recently opened lead, with its name at that time. */
export interface RecentLead {
  id: string;
  reference: string;
  name: string;
}

const KEY = 'recent-leads';
const SHAPE = 1;
const MOST = 6;

/**
 * Newest first, of the signed-in person in this browser. Removed at sign-out, like drafts, because they name clients.
 */
export const recentLeads = (): readonly RecentLead[] => readDraft<RecentLead[]>(KEY, SHAPE) ?? [];

export function rememberLead(lead: RecentLead): void {
  keepDraft(KEY, SHAPE, [lead, ...recentLeads().filter(({ id }) => id !== lead.id)].slice(0, MOST));
}

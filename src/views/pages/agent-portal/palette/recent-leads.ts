import { keepDraft, readDraft } from '#src/views/ui/draft-storage.ts';

/** A lead that was opened lately, as it was called then. */
export interface RecentLead {
  id: string;
  reference: string;
  name: string;
}

const KEY = 'recent-leads';
const SHAPE = 1;
const MOST = 6;

/** The newest first; of who is signed in, in this browser. Gone with a sign-out, like a draft: they name clients. */
export const recentLeads = (): readonly RecentLead[] => readDraft<RecentLead[]>(KEY, SHAPE) ?? [];

export function rememberLead(lead: RecentLead): void {
  keepDraft(KEY, SHAPE, [lead, ...recentLeads().filter(({ id }) => id !== lead.id)].slice(0, MOST));
}

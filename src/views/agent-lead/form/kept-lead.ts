import { dropDraft } from '#src/views/ui/draft-storage.ts';

/** Increased when the shape of the draft changes, so that older drafts are discarded. */
export const LEAD_DRAFT_SHAPE = 3;

/** The storage key of a lead's draft; null is a new lead. */
export const leadDraftKey = (leadId: string | null) => `lead:${leadId ?? 'new'}`;

export const dropLeadDraft = (leadId: string | null) => dropDraft(leadDraftKey(leadId));

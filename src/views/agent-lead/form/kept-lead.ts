import { dropDraft } from '#src/views/ui/draft-storage.ts';

/** Raised with the shape of the draft, so that an older kept one is forgotten. */
export const LEAD_DRAFT_SHAPE = 2;

/** Where what was typed about a lead is kept; null is a new lead. */
export const leadDraftKey = (leadId: string | null) => `lead:${leadId ?? 'new'}`;

export const dropLeadDraft = (leadId: string | null) => dropDraft(leadDraftKey(leadId));

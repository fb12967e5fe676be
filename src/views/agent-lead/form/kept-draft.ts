import type { LeadDraft } from './lead-draft.ts';

/** What was typed and not saved, kept in this browser until it is saved or discarded. Raise it with the draft's shape. */
const SHAPE = 1;

interface Kept {
  shape: number;
  draft: LeadDraft;
}

/** `leadId` null stands for a lead that is not there yet. */
const keyOf = (leadId: string | null) => `draft:lead:${leadId ?? 'new'}`;

export function readDraft(leadId: string | null): LeadDraft | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(leadId)) ?? 'null') as Kept | null;
    return kept?.shape === SHAPE ? kept.draft : null;
  } catch {
    return null;
  }
}

export function keepDraft(leadId: string | null, draft: LeadDraft): void {
  try {
    localStorage.setItem(keyOf(leadId), JSON.stringify({ shape: SHAPE, draft } satisfies Kept));
  } catch {
    // Without storage the draft lasts as long as the form.
  }
}

export function dropDraft(leadId: string | null): void {
  try {
    localStorage.removeItem(keyOf(leadId));
  } catch {
    // There is none, then.
  }
}

import { useSyncExternalStore } from 'react';
import { onDrafts } from '#src/views/ui/draft-owner.ts';
import { readDraft } from '#src/views/ui/draft-storage.ts';
import { dropLeadDraft, LEAD_DRAFT_SHAPE, leadDraftKey } from './kept-lead.ts';

interface LeadDraftNoteProps {
  /** Null for a new lead. */
  leadId: string | null;
  onOpen: () => void;
}

/** After a reload, nothing else shows that there is unsaved input. */
export function LeadDraftNote({ leadId, onOpen }: LeadDraftNoteProps) {
  const isKept = useSyncExternalStore(onDrafts, () => readDraft(leadDraftKey(leadId), LEAD_DRAFT_SHAPE) !== null);
  if (!isKept) return null;
  return (
    <p className="mb-4 flex flex-wrap gap-x-2 text-gray-600">
      {leadId === null ? 'Unsaved draft of a new lead' : 'Unsaved draft of this lead'}
      <span aria-hidden>·</span>
      <button type="button" className="link" onClick={onOpen}>
        Open
      </button>
      <span aria-hidden>·</span>
      <button type="button" className="link" onClick={() => dropLeadDraft(leadId)}>
        Discard
      </button>
    </p>
  );
}

import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { AgentMove } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import type { LeadRow } from '../lead-lifecycle.ts';
import type { MoveFormProps, MoveSubject } from './use-move.ts';

const fetchDialog = () => import('./move-dialog.tsx');
const LazyDialog = lazy(fetchDialog);

/**
 * The dialog of one transition of one lead. Mounting it opens it; `onClose` requests closing. Loaded lazily, because
 * otherwise the first list would include the names of all the files that the forms consist of.
 */
export const MoveDialog = (props: MoveFormProps & { move: AgentMove }) => (
  <LazyBoundary>
    <LazyDialog {...props} />
  </LazyBoundary>
);

/** `after` is called after the write. */
type Subject = MoveSubject & { after?: () => void };

interface MoveDialogs {
  open: (lead: LeadRow, move: AgentMove, subject?: Subject) => void;
  /** Must be rendered somewhere; null while no dialog is open. */
  dialog: ReactNode;
}

/** Opens the dialogs of transitions. */
export function useMoveDialogs(onDone?: () => void): MoveDialogs {
  // The lead as the person saw it when the dialog opened, so that a concurrent change is noticed rather than silently
  // applied.
  const [shown, setShown] = useState<({ lead: LeadRow; move: AgentMove } & Subject) | null>(null);
  // Preloaded, so that the first dialog only has to wait for its form.
  useEffect(() => void fetchDialog().catch(() => {}), []);
  const open = useCallback<MoveDialogs['open']>((lead, move, subject) => setShown({ lead, move, ...subject }), []);
  return {
    open,
    dialog: shown && (
      <MoveDialog
        key={[shown.lead.id, shown.move, shown.estimateId, shown.bidId, shown.carrier?.id].join(' ')}
        {...shown}
        onClose={() => setShown(null)}
        onDone={() => {
          onDone?.();
          shown.after?.();
        }}
      />
    ),
  };
}

import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { AgentMove } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import type { LeadRow } from '../lead-lifecycle.ts';
import type { MoveFormProps, MoveSubject } from './use-move.ts';

const fetchDialog = () => import('./move-dialog.tsx');
const LazyDialog = lazy(fetchDialog);

/**
 * The dialog of one move of one lead. Mount it to open it; it says when it wants to be closed. Fetched late, since the
 * first list would otherwise carry the names of all the files that the forms are made of.
 */
export const MoveDialog = (props: MoveFormProps & { move: AgentMove }) => (
  <LazyBoundary>
    <LazyDialog {...props} />
  </LazyBoundary>
);

/** `after` is called once the move is written. */
type Subject = MoveSubject & { after?: () => void };

interface MoveDialogs {
  open: (lead: LeadRow, move: AgentMove, subject?: Subject) => void;
  /** To be rendered somewhere; nothing while no move is open. */
  dialog: ReactNode;
}

/** Opens the dialogs of moves. */
export function useMoveDialogs(onDone?: () => void): MoveDialogs {
  // The lead as the person saw it when the dialog opened: a change from elsewhere must be noticed, not slipped in.
  const [shown, setShown] = useState<({ lead: LeadRow; move: AgentMove } & Subject) | null>(null);
  // While the person reads: the first dialog then waits for its form alone.
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

import { type ReactNode, useState } from 'react';
import type { LeadRow } from '../lead-lifecycle.ts';
import type { AgentMove } from '#src/machines/agent-lead/agent-lead.moves.ts';
import type { MoveSubject } from './use-move.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

// Nobody needs a form before asking for a move.
const MoveDialog = lazy(() => import('./move-dialog.tsx').then((module) => ({ default: module.MoveDialog })));

interface MoveDialogs {
  open: (lead: LeadRow, move: AgentMove, subject?: MoveSubject) => void;
  /** To be rendered somewhere; nothing while no move is open. */
  dialog: ReactNode;
}

/** Opens the dialogs of moves, for a screen that shows several leads. */
export function useMoveDialogs(onDone?: () => void): MoveDialogs {
  // The lead as the person saw it when the dialog opened: a change from elsewhere must be noticed, not slipped in.
  const [shown, setShown] = useState<({ lead: LeadRow; move: AgentMove } & MoveSubject) | null>(null);
  return {
    open: (lead, move, subject) => setShown({ lead, move, ...subject }),
    dialog: shown && (
      <LazyBoundary>
        <MoveDialog key={`${shown.lead.id} ${shown.move}`} {...shown} onClose={() => setShown(null)} onDone={onDone} />
      </LazyBoundary>
    ),
  };
}

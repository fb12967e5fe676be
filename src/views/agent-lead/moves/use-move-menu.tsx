import type { ReactNode } from 'react';
import type { LeadRow } from '../lead-law.ts';
import type { AgentMove } from './move-dialog.tsx';
import { type MoveMenu, moveMenu } from './move-menu.ts';
import { useMoveDialogs } from './use-move-dialogs.tsx';

/** The next step of one lead, all its other moves for a menu, and the dialogs behind them. */
export function useMoveMenu(lead: LeadRow, onDone?: () => void): MoveMenu & { open: (move: AgentMove) => void; dialog: ReactNode } {
  const { open, dialog } = useMoveDialogs(onDone);
  const openMove = (move: AgentMove) => open(lead, move);
  return { ...moveMenu(lead, openMove), open: openMove, dialog };
}

import { EllipsisHorizontalIcon } from '@heroicons/react/16/solid';
import { memo } from 'react';
import { Menu } from '#src/views/ui/menu.tsx';
import type { LeadRow } from '../lead-lifecycle.ts';
import type { AgentMove } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { moveMenu } from './move-menu.ts';

interface LeadMovesButtonProps {
  lead: LeadRow;
  onMove: (lead: LeadRow, move: AgentMove) => void;
}

/** "Move to…" of a row or a card. Remembered, because the lifecycle is asked about every move of every row in sight. */
export const LeadMovesButton = memo(
  function LeadMovesButton({ lead, onMove }: LeadMovesButtonProps) {
    const { items } = moveMenu(lead, (move) => onMove(lead, move));
    return (
      <span data-moves>
        <Menu label={`Move ${lead.client.name} to…`} items={items} className="btn btn-sm btn-icon">
          <EllipsisHorizontalIcon />
        </Menu>
      </span>
    );
  },
  (before, now) => before.lead === now.lead,
);

import { EllipsisHorizontalIcon } from '@heroicons/react/24/outline';
import { memo } from 'react';
import { Menu, type MenuEntry } from '#src/views/ui/menu.tsx';
import { showPhone } from '#src/machines/phone/phone.ts';
import type { LeadRow } from '../lead-lifecycle.ts';
import type { AgentMove } from '#src/machines/agent-lead/agent-lead.moves.ts';
import { moveMenu } from './lead-moves.ts';

interface LeadMovesButtonProps {
  lead: LeadRow;
  onMove: (lead: LeadRow, move: AgentMove) => void;
}

/**
 * "Move to…" of a row or a card, and the client’s number to call or text. Memoized, because it evaluates every
 * transition of every visible row.
 */
export const LeadMovesButton = memo(
  function LeadMovesButton({ lead, onMove }: LeadMovesButtonProps) {
    const { items } = moveMenu(lead, (move) => onMove(lead, move));
    const { name, phone } = lead.client;
    const contact: MenuEntry[] = phone
      ? [
          'separator',
          { label: `Call ${showPhone(phone)}`, href: `tel:${phone}` },
          { label: 'Text', href: `sms:${phone}` },
        ]
      : [];
    return (
      <span data-moves>
        <Menu label={`Move ${name} to…`} items={[...items, ...contact]} className="btn btn-sm btn-icon">
          <EllipsisHorizontalIcon />
        </Menu>
      </span>
    );
  },
  (before, now) => before.lead === now.lead,
);

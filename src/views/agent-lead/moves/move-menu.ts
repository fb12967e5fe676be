import type { AgentLeadEventType } from '#src/machines/agent-lead/agent-lead.events.ts';
import type { AgentLeadMove } from '#src/machines/agent-lead/agent-lead.moves.ts';
import type { MenuEntry } from '#src/views/ui/menu.tsx';
import type { LeadRow } from '../lead-lifecycle.ts';
import { whyOff } from '../lead-names.ts';
import type { AgentMove } from './move-dialog.tsx';
import { movesOf } from './moves-of.ts';

/** Not steps on the way: they stand below the line. */
const ASIDE = new Set<AgentLeadEventType>(['lead.edited', 'lead.archived', 'lead.restored']);
const GRAVE = new Set<AgentLeadEventType>(['lead.archived', 'award.withdrawn', 'load.taken-off']);

/** The step that mostly comes next; the first allowed one of these is the primary action. */
const FORWARD: readonly AgentLeadEventType[] = [
  'payment.recorded',
  'contract.closed',
  'carrier.awarded',
  'load.posted',
  'contract.marked-signed',
  'contract.sent',
  'quote.sent',
  'invoice.sent',
  'lead.followed-up',
  'lead.restored',
];

export interface MoveMenu {
  /** The one next step, or null where nothing leads on. */
  primary: AgentLeadMove | null;
  /** Everything, allowed and off with its reasons, ready for a menu. */
  items: MenuEntry[];
}

/** What an agent can do with this lead, from the lifecycle. */
export function moveMenu(lead: LeadRow, open: (move: AgentMove) => void): MoveMenu {
  const moves = movesOf(lead);
  const entry = (move: AgentLeadMove): MenuEntry => ({
    label: move.event === 'lead.edited' ? 'Edit lead' : move.label,
    danger: GRAVE.has(move.event),
    offBecause: move.isAllowed ? null : whyOff(move.unmet),
    onSelect: () => open(move.event as AgentMove),
  });
  const onWay = moves.filter(({ event }) => !ASIDE.has(event));
  const aside = moves.filter(({ event }) => ASIDE.has(event));
  const primary =
    FORWARD.map((event) => moves.find((move) => move.event === event && move.isAllowed)).find(Boolean) ?? null;
  return {
    primary,
    items: [
      ...onWay.map(entry),
      ...(onWay.length > 0 && aside.length > 0 ? (['separator'] as const) : []),
      ...aside.map(entry),
    ],
  };
}

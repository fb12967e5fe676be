import { Callout } from '#src/views/ui/callout.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { whyOff } from '../lead-names.ts';
import type { AgentMove } from '#src/machines/agent-lead/agent-lead.moves.ts';
import type { Ways } from './board-ways.ts';

interface MoveChoiceProps {
  title: string;
  ways: Ways;
  onChoose: (move: AgentMove) => void;
  onClose: () => void;
}

/** After a drop for which there are several transitions, or none. */
export function MoveChoice({ title, ways: { moves, off, whyNot }, onChoose, onClose }: MoveChoiceProps) {
  return (
    <Dialog open onClose={onClose} title={moves.length > 0 ? title : 'This card can’t move there'} size="sm">
      <div className="space-y-2">
        {moves.map(({ event, label }) => (
          <button
            key={event}
            type="button"
            className="block w-full rounded-md border border-gray-200 px-3 py-2.5 text-left font-medium hover:border-gray-400 hover:bg-gray-50"
            onClick={() => onChoose(event)}
          >
            {label}
          </button>
        ))}
        {moves.length === 0 && off.length === 0 && <p className="text-gray-700">{whyNot}.</p>}
        {off.map(({ event, label, unmet }) => (
          <Callout key={event} color="amber" title={label}>
            {whyOff(unmet)}.
          </Callout>
        ))}
      </div>
    </Dialog>
  );
}

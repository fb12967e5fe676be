import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { Callout } from './callout.tsx';
import type { Conflict } from './merge-draft.ts';

interface MergeConflictProps {
  /** "this lead" */
  what: string;
  /** Counts the tries to save, which bring the person here; 0 where the news came by itself. */
  attempt?: number;
  /** What only the colleague changed, by name: it is in the form now. */
  taken: readonly string[];
  conflicts: readonly Conflict[];
  nameOf: (path: string) => string;
  show: (value: unknown, path: string) => string;
  onChoose: (conflict: Conflict, whose: 'mine' | 'theirs') => void;
}

/** Someone else saved meanwhile. Their changes are taken over; where both changed the same, the person decides. */
export function MergeConflict({ what, attempt = 1, taken, conflicts, nameOf, show, onChoose }: MergeConflictProps) {
  const box = useRef<HTMLDivElement>(null);
  // The form may be scrolled far away from here, and its button is pressed down there; a choice takes its own button away.
  useEffect(() => {
    if (attempt === 0) return;
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.focus();
  }, [attempt, taken.length, conflicts.length]);
  if (taken.length + conflicts.length === 0) return null;
  const names = [...new Set(taken.map(nameOf))].join(', ');
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-4 outline-none">
      <Callout
        color="amber"
        role="alert"
        title={`Someone changed ${what} while you were editing it. Your changes are not saved yet`}
      >
        {names && <p>Their changes are in the form now: {names}.</p>}
        {conflicts.length === 0 ? (
          <p>Check the form and save again.</p>
        ) : (
          <>
            <p>You both changed {conflicts.length === 1 ? 'this' : 'these'}. Choose what to keep:</p>
            <ul className="mt-2 space-y-3">
              {conflicts.map((conflict) => (
                <li key={conflict.path}>
                  <p className="font-medium">{nameOf(conflict.path)}</p>
                  <div className="mt-1 flex flex-wrap gap-2">
                    <Button size="sm" onClick={() => onChoose(conflict, 'mine')}>
                      Mine: {show(conflict.mine, conflict.path)}
                    </Button>
                    <Button size="sm" onClick={() => onChoose(conflict, 'theirs')}>
                      Theirs: {show(conflict.theirs, conflict.path)}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          </>
        )}
      </Callout>
    </div>
  );
}

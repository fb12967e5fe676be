import { useEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { Callout } from './callout.tsx';
import type { Conflict } from '#src/machines/draft/merge-draft.ts';

interface MergeConflictProps {
  /** "this lead" */
  what: string;
  /** Who saved it, if known. */
  title?: string;
  /** Counts attempts to save, each of which moves the focus here; 0 if the change arrived by itself. */
  attempt?: number;
  /** What only the colleague changed, by name: the form contains it already. */
  taken: readonly string[];
  conflicts: readonly Conflict[];
  nameOf: (path: string) => string;
  show: (value: unknown, path: string) => string;
  onChoose: (conflict: Conflict, whose: 'mine' | 'theirs') => void;
}

/** Someone else saved meanwhile. Their changes are applied; where both changed the same field, the person decides. */
export function MergeConflict({
  what,
  title,
  attempt = 1,
  taken,
  conflicts,
  nameOf,
  show,
  onChoose,
}: MergeConflictProps) {
  const box = useRef<HTMLDivElement>(null);
  // The form, with the button that was pressed, may be scrolled far away, and choosing removes the button that was
  // used.
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
        title={title ?? `Someone changed ${what} while you were editing it. Your changes are not saved yet`}
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
                  <p id={`of-${conflict.path}`} className="font-medium">
                    {nameOf(conflict.path)}
                  </p>
                  <Choice conflict={conflict} show={show} onChoose={onChoose} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Callout>
    </div>
  );
}

/** Longer than fits on a button. */
const LONG = 60;

function Choice({ conflict, show, onChoose }: { conflict: Conflict } & Pick<MergeConflictProps, 'show' | 'onChoose'>) {
  const sides = (['mine', 'theirs'] as const).map((whose) => ({
    whose,
    label: whose === 'mine' ? 'Mine' : 'Theirs',
    text: show(conflict[whose], conflict.path),
  }));
  if (sides.every(({ text }) => text.length <= LONG && !text.includes('\n'))) {
    return (
      <div className="mt-1 flex flex-wrap gap-2">
        {sides.map(({ whose, label, text }) => (
          <Button
            key={whose}
            size="sm"
            aria-describedby={`of-${conflict.path}`}
            onClick={() => onChoose(conflict, whose)}
          >
            {label}: {text}
          </Button>
        ))}
      </div>
    );
  }
  return (
    <div className="mt-1 grid gap-2 sm:grid-cols-2">
      {sides.map(({ whose, label, text }) => (
        <div key={whose} className="flex flex-col items-start gap-2 rounded-md bg-white p-3 text-gray-900">
          <p className="max-h-80 w-full grow overflow-y-auto whitespace-pre-line wrap-anywhere">{text}</p>
          <Button size="sm" aria-describedby={`of-${conflict.path}`} onClick={() => onChoose(conflict, whose)}>
            {label}
          </Button>
        </div>
      ))}
    </div>
  );
}

import type { CaseStep } from '../tool/cases.ts';
import type { Move } from '../tool/moves.ts';

/** The step as the move that it was made of. */
export function moveOf({ event, from, by, broken, verdict }: CaseStep): Move {
  if (broken !== null) return { event, from, broken };
  return !verdict.may && verdict.because === 'role' ? { event, from, by } : { event, from };
}

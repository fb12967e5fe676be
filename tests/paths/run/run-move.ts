import type { CaseStep } from '../tool/cases.ts';
import type { Move } from '../tool/moves.ts';

/** The move from which the step was made. */
export function moveOf({ event, from, by, broken, verdict }: CaseStep): Move {
  if (broken !== null) return { event, from, broken };
  return !verdict.may && verdict.because === 'role' ? { event, from, by } : { event, from };
}

import { MergeConflict } from './merge-conflict.tsx';
import type { MergedText, TypedText } from './merge-text.ts';

interface TextConflictProps {
  merged: MergedText;
  /** Who saved what meanwhile. */
  title: string;
  /** Counts attempts to save, each of which moves the focus here. */
  attempt: number;
  onChoose: (typed: TypedText) => void;
}

/**
 * Someone else saved another version of a text meanwhile: their lines are merged, and the person decides where both
 * changed the same.
 */
export function TextConflict({ merged, title, attempt, onChoose }: TextConflictProps) {
  return (
    <MergeConflict
      what="this text"
      title={title}
      attempt={attempt}
      taken={merged.hasTaken ? ['lines'] : []}
      conflicts={merged.conflicts}
      nameOf={(path) => merged.sections[Number(path)] ?? 'lines that you did not change'}
      show={(value) => String(value) || 'Removed'}
      onChoose={(conflict, whose) => onChoose(merged.choose(conflict, whose))}
    />
  );
}

import type { MoveFormProps } from '../moves/use-move.ts';

export default function EditLead(_: MoveFormProps) {
  return null;
}

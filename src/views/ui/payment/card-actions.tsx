import { Button } from '#src/views/ui/button.tsx';

interface CardActionsProps {
  /** The label of the button. */
  confirm: string;
  busy: boolean;
  onCancel?: (() => void) | undefined;
}

/** The buttons of a card form: as wide as its fields, like the steps before it. */
export function CardActions({ confirm, busy, onCancel }: CardActionsProps) {
  return (
    <div className="space-y-2">
      <Button type="submit" variant="primary" size="lg" busy={busy} className="w-full">
        {confirm}
      </Button>
      {onCancel && (
        <Button variant="ghost" className="h-10 w-full" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}

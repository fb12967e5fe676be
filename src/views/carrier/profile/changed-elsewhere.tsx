import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';

interface ChangedElsewhereProps {
  /** What it says now. */
  changes: readonly string[];
  onKeep: () => void;
  onDrop: () => void;
}

/** Somebody saved meanwhile: what was typed is kept, and the person decides which of the two stays. */
export function ChangedElsewhere({ changes, onKeep, onDrop }: ChangedElsewhereProps) {
  return (
    <Callout color="amber" role="alert" title="This was changed elsewhere meanwhile">
      <ul className="list-disc pl-4">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      <p className="mt-1">What you typed is still below and was not saved.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={onKeep}>
          Keep what I typed
        </Button>
        <Button size="sm" onClick={onDrop}>
          Take what is saved
        </Button>
      </div>
    </Callout>
  );
}

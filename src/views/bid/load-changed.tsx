import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { changesOfLoad, type SeenLoad } from './load-changes.ts';

/**
 * The broker changed the load since the bid was started. The draft stays; it applies to the current load once the
 * carrier confirms that.
 */
export function LoadChanged({ was, now, onSeen }: { was: SeenLoad; now: SeenLoad; onSeen: () => void }) {
  return (
    <Callout
      color="amber"
      role="alert"
      title="The broker changed this load since you saw it. Your bid is not sent yet"
      action={
        <Button size="sm" onClick={onSeen}>
          Bid on the changed load
        </Button>
      }
    >
      <ul>
        {changesOfLoad(was, now).map((change) => (
          <li key={change.name}>
            {change.name}: was {change.was}; now {change.now}.
          </li>
        ))}
      </ul>
    </Callout>
  );
}

import type { ComponentProps } from 'react';
import { Checkbox } from './checkbox.tsx';
import { useNotify } from './notify-context.ts';
import { useWrite } from './use-write.ts';

interface SavedSwitchProps extends Omit<ComponentProps<typeof Checkbox>, 'checked' | 'disabled' | 'onChange'> {
  isOn: boolean;
  /** Resolves once `isOn` has the new value, too. */
  save: (isOn: boolean) => Promise<unknown>;
  /** The message after saving. */
  done?: (isOn: boolean) => string;
}

/**
 * One setting, saved by itself as it is toggled, and reverted if that fails. Two people can only toggle it to the same
 * value, so there is nothing to merge and no version to name.
 */
export function SavedSwitch({ isOn, save, done = () => 'Saved', ...rest }: SavedSwitchProps) {
  const notify = useNotify();
  const { busy, write } = useWrite();
  const turn = (next: boolean) =>
    write({
      name: next ? 'on' : 'off',
      send: () => save(next),
      done: () => notify.done(done(next), { id: `switch ${rest.id ?? String(rest.label)}` }),
      failed: 'Couldn’t save the setting. Try again.',
    });
  return (
    <Checkbox
      {...rest}
      checked={busy === null ? isOn : busy === 'on'}
      disabled={busy !== null}
      onChange={(event) => void turn(event.currentTarget.checked)}
    />
  );
}

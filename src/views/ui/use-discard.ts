import { useNotify } from './notify-context.ts';

/** Discards a long draft at once; the toast brings it back. */
export function useDiscard() {
  const notify = useNotify();
  return <D>(draft: D | null, keep: (draft: D | null) => void): void => {
    keep(null);
    notify.done('Draft discarded', { undo: () => keep(draft) });
  };
}

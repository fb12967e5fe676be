import type { PortalProps } from '#src/views/routes.ts';
import { useTitle } from '#src/views/ui/use-title.ts';

export default function LoadBoard({ screen }: PortalProps<'load-board'>) {
  useTitle(screen);
  return <main className="p-6">{screen}</main>;
}

import type { PortalProps } from '#src/views/routes.ts';
import { useTitle } from '#src/views/ui/use-title.ts';

export default function Client({ screen }: PortalProps<'client'>) {
  useTitle(screen);
  return <main className="p-6">{screen}</main>;
}

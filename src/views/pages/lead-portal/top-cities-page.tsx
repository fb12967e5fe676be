import ChooseArea from './choose-area.tsx';
import { useSession } from '#src/views/session/session-context.ts';
import { useTitle } from '#src/views/ui/use-title.ts';

/** The first gate of a business: in which cities and states it works. */
export default function TopCitiesPage() {
  useTitle('Where you work');
  const session = useSession();
  return <ChooseArea onChosen={() => session.send({ type: 'user.changed' })} />;
}

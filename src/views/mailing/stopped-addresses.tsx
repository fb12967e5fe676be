import { useQuery } from '@apollo/client/react';
import { MailStopsDocument } from '#src/generated/graphql/graphql.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { StoppedMail } from './mail-stop.tsx';

/** Every email address that mail is stopped for: of clients, carriers, movers, and agents. */
export default function StoppedAddresses() {
  const { data, error, refetch } = useQuery(MailStopsDocument, {
    variables: { email: null },
    fetchPolicy: 'cache-and-network',
  });
  const readAgain = () => void refetch().catch(() => {});
  useLive('mail-stop', readAgain);
  const stops = data?.mailStops;
  if (error && !stops) return <FailedState title="The addresses could not be loaded" onRetry={readAgain} />;
  if (!stops) {
    return (
      <Loading label="Loading the addresses…">
        <TextBones lines={2} />
      </Loading>
    );
  }
  if (stops.length === 0) return <p className="text-gray-600">All addresses accept email.</p>;
  return (
    <ul aria-label="Stopped addresses" className="max-w-160 divide-y divide-gray-100">
      {stops.map((stop) => (
        <li key={stop.email} className="py-2.5">
          <p className="font-medium wrap-anywhere">{stop.email}</p>
          <StoppedMail stop={stop} onChanged={readAgain} />
        </li>
      ))}
    </ul>
  );
}

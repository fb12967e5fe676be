import { useQuery } from '@apollo/client/react';
import { Link, useLocation } from 'wouter';
import { CarrierGapsDocument } from '#src/generated/graphql/graphql.ts';
import { GapsCallout } from '#src/views/carrier/profile/gaps-callout.tsx';
import { hrefs } from '#src/views/hrefs.ts';
import { useLive } from '#src/views/ui/live-context.ts';

/** Above every page of the board: what keeps the carrier from bidding. The settings show it themselves. */
export function BoardGaps() {
  const [path] = useLocation();
  const { data, refetch } = useQuery(CarrierGapsDocument);
  useLive('carrier', () => void refetch().catch(() => {}));
  const settings = hrefs.board.settings('general');
  if (!data || path === settings) return null;
  return (
    <div className="not-empty:mb-4">
      <GapsCallout carrier={data.carrierProfile}>
        <Link href={settings} className="link">
          Open settings
        </Link>
      </GapsCallout>
    </div>
  );
}

import { useQuery } from '@apollo/client/react';
import { LanePriceDocument } from '#src/generated/graphql/graphql.ts';
import { bandText } from '#src/views/ui/band-text.ts';

/** What carriers are usually paid on a load's lane. Optional information: renders nothing if it is unknown. */
export function LanePrice({ leadId }: { leadId: string }) {
  const { data } = useQuery(LanePriceDocument, { variables: { leadId } });
  const band = data?.lanePrice.band;
  if (!band) return null;
  return <p className="text-gray-600">{bandText(band)}</p>;
}

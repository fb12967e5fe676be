import { type Cluster, clusterName } from './map-clusters.ts';
import type { MapLabel } from './map-labels.ts';

/** The minimum distance between two pins in pixels, so that each can be tapped. */
export const PINS_APART = 44;

const radiusOf = ({ count }: Cluster): number => Math.min(20, 11 + Math.sqrt(count));

/** The text next to a pin. */
export function pinLabel(cluster: Cluster): MapLabel {
  const [first, ...rest] = cluster.cities;
  const name = `${first!.city}, ${first!.state}${rest.length > 0 ? ` +${rest.length}` : ''}`;
  return { name, at: cluster.at, beside: radiusOf(cluster) };
}

interface MapPinProps {
  cluster: Cluster;
  /** A pixel in units of the drawing. */
  unit: number;
  /** What is counted: "load" and "loads". */
  noun: readonly [string, string];
  onClick: () => void;
}

/** The number of items at a place. The places are also listed beside the map, for keyboards and screen readers. */
export function MapPin({ cluster, unit, noun: [one, many], onClick }: MapPinProps) {
  const [x, y] = cluster.at;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <g className="cursor-pointer" onClick={onClick}>
      <title>{`${clusterName(cluster)}: ${cluster.count} ${cluster.count === 1 ? one : many}`}</title>
      <circle cx={x} cy={y} r={(PINS_APART / 2) * unit} fill="transparent" />
      <circle
        cx={x}
        cy={y}
        r={radiusOf(cluster) * unit}
        className="fill-primary-600 stroke-white"
        strokeWidth={1.5 * unit}
      />
      <text
        x={x}
        y={y}
        className="pointer-events-none fill-white font-medium"
        fontSize={12 * unit}
        textAnchor="middle"
        dominantBaseline="central"
      >
        {cluster.count}
      </text>
    </g>
  );
}

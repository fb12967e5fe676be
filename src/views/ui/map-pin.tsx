import { type Cluster, clusterName } from './map-clusters.ts';

/** Two pins must lie this many points apart. */
export const PINS_APART = 14;

/** On a phone the drawing is small; what one reads and touches on it is not. */
export const pinScale = () => (innerWidth < 640 ? 1.7 : 1);

interface MapPinProps {
  cluster: Cluster;
  /** The size of a point. */
  unit: number;
  /** What is counted: "load" and "loads". */
  noun: readonly [string, string];
  onClick: () => void;
}

/** How much there is at a place. The places of a map also stand beside it, for the keyboard and the reader. */
export function MapPin({ cluster, unit, noun: [one, many], onClick }: MapPinProps) {
  const [x, y] = cluster.at;
  const radius = unit * Math.min(11, 5 + Math.sqrt(cluster.count));
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <g className="cursor-pointer" onClick={onClick}>
      <title>{`${clusterName(cluster)}: ${cluster.count} ${cluster.count === 1 ? one : many}`}</title>
      <circle cx={x} cy={y} r={radius} className="fill-primary-600 stroke-white" strokeWidth={unit / 2} />
      <text
        x={x}
        y={y}
        className="pointer-events-none fill-white font-medium"
        fontSize={6 * unit}
        textAnchor="middle"
        dominantBaseline="central"
      >
        {cluster.count}
      </text>
    </g>
  );
}

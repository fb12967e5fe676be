import { cx } from './class-names.ts';
import type { Lane } from './lanes.ts';
import { project } from './us-shapes.ts';

interface MapLaneProps {
  lane: Lane;
  /** A pixel in units of the drawing. */
  unit: number;
  isStrong: boolean;
}

/** A lane as an arc, so that opposite directions do not overlap; it ends in a ring. */
export function MapLane({ lane: { from, to }, unit, isStrong }: MapLaneProps) {
  const [start, end] = [project(from), project(to)];
  if (!start || !end) return null;
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const bend = [start[0] + dx / 2 + dy * 0.14, start[1] + dy / 2 - dx * 0.14];
  return (
    <g className="pointer-events-none">
      <path
        d={`M${start.join(' ')}Q${bend.join(' ')} ${end.join(' ')}`}
        className={cx('fill-none', isStrong ? 'stroke-primary-600' : 'stroke-gray-600')}
        strokeWidth={(isStrong ? 2.5 : 1.25) * unit}
        strokeOpacity={isStrong ? 1 : 0.2}
        strokeLinecap="round"
      />
      {isStrong && (
        <>
          <circle cx={start[0]} cy={start[1]} r={5 * unit} className="fill-primary-600" />
          <circle
            cx={end[0]}
            cy={end[1]}
            r={5 * unit}
            className="fill-white stroke-primary-600"
            strokeWidth={2.5 * unit}
          />
        </>
      )}
    </g>
  );
}

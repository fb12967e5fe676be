import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { cx } from './class-names.ts';
import { FailedState } from './failed-state.tsx';
import { Bone, Loading } from './skeleton.tsx';
import { type Box, loadShapes, MAP, type StateShape } from './us-shapes.ts';

interface UsMapProps {
  /** What is shown; a list beside it says the same to those who do not see it. */
  label: string;
  /** The states that the drawing zooms in on; none shows all. */
  focus: readonly string[];
  /** A part of the drawing to zoom in on instead. */
  at?: Box | null;
  isChosen: (code: string) => boolean;
  /** How dark a state is, 0 to 1; states are of one gray without it. */
  shade?: (code: string) => number;
  onState: (code: string) => void;
  /** Drawn over the states; `unit` is the size of a point that looks the same at every zoom. */
  children?: (unit: number) => ReactNode;
}

const WHOLE: Box = [0, 0, MAP.width, MAP.height];

function boxAround(shapes: readonly StateShape[]): Box {
  if (shapes.length === 0) return WHOLE;
  const edge = (index: 0 | 1 | 2 | 3, pick: (...values: number[]) => number) =>
    pick(...shapes.map(({ box }) => box[index]));
  const pad = 12;
  return [edge(0, Math.min) - pad, edge(1, Math.min) - pad, edge(2, Math.max) + pad, edge(3, Math.max) + pad];
}

/** The United States by state. */
export function UsMap(props: UsMapProps) {
  const [shapes, setShapes] = useState<readonly StateShape[] | 'failed' | null>(null);
  useEffect(() => {
    if (shapes === null) loadShapes().then(setShapes, () => setShapes('failed'));
  }, [shapes]);
  if (shapes === 'failed') return <FailedState title="The map could not be loaded" onRetry={() => setShapes(null)} />;
  if (shapes) return <Drawing {...props} shapes={shapes} />;
  return (
    <Loading label="Loading the map…">
      <Bone className="aspect-[8/5] w-full" />
    </Loading>
  );
}

function Drawing({
  label,
  focus,
  at,
  isChosen,
  shade,
  onState,
  children,
  shapes,
}: UsMapProps & { shapes: readonly StateShape[] }) {
  const around = useMemo(() => boxAround(shapes.filter(({ code }) => focus.includes(code))), [shapes, focus]);
  const [left, top, right, bottom] = at ?? around;
  // The drawing keeps its shape whatever part of it is shown, so that nothing below it jumps.
  const unit = Math.max(right - left, (bottom - top) * 1.6) / 250;
  return (
    // The keyboard has the list beside it, which does the same.
    <svg
      viewBox={`${left} ${top} ${right - left} ${bottom - top}`}
      className="aspect-[8/5] max-h-[70vh] w-full"
      role="img"
      aria-label={label}
    >
      {shapes.map(({ code, name, path }) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <path
          key={code}
          d={path}
          className={cx(
            'cursor-pointer stroke-white',
            isChosen(code) ? 'fill-primary-200' : shade?.(code) ? 'fill-primary-600' : 'fill-gray-200',
          )}
          fillOpacity={isChosen(code) ? undefined : shade?.(code) || undefined}
          strokeWidth={unit / 3}
          onClick={() => onState(code)}
        >
          <title>{name}</title>
        </path>
      ))}
      {children?.(unit)}
    </svg>
  );
}

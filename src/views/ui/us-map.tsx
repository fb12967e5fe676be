import './us-map.css';
import { ArrowsPointingInIcon, MinusIcon, PlusIcon } from '@heroicons/react/24/outline';
import { type KeyboardEvent, memo, type ReactNode, useEffect, useMemo, useState } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import { FailedState } from './failed-state.tsx';
import { lazy, LazyBoundary } from './lazy.tsx';
import { labelsIn, type MapLabel, type PlacedLabel } from './map-labels.ts';
import { mapStyle } from './map-style.ts';
import { Bone, Loading } from './skeleton.tsx';
import { type Box, loadShapes, type StateShape, WHOLE } from './us-shapes.ts';
import { boxOfView, useMapView } from './use-map-view.ts';

const StreetMap = lazy(() => import('./street-map.tsx'));

interface UsMapProps {
  /** What the map shows; a list beside it has the same for people who cannot see it. */
  label: string;
  /** The states to zoom in on; an empty list shows all. */
  focus?: readonly string[];
  /** A part of the drawing to zoom in on instead; `stay` keeps the map where the person moved it. */
  at?: Box | 'stay' | null;
  isChosen?: (code: string) => boolean;
  /** States not to draw: Alaska and Hawaii lie where Mexico would be. */
  without?: readonly string[];
  /** How dark a state is, 0 to 1; without it, all states are the same gray. */
  shade?: (code: string) => number;
  /** Makes states selectable. */
  onState?: (code: string) => void;
  /** One finger and the wheel move the map; otherwise they scroll the page. */
  isMain?: boolean;
  /** Called when the person has moved the map to this part of the drawing. */
  onMoved?: (box: Box) => void;
  /** Names of what is drawn over the states; well-known cities are added for orientation. */
  labels?: (unit: number) => readonly MapLabel[];
  /** Drawn over the states; `unit` is a pixel in units of the drawing, `show` moves the map. */
  children?: (unit: number, show: (box: Box) => void) => ReactNode;
}

const NO_STATES: readonly string[] = [];

function boxAround(shapes: readonly StateShape[]): Box {
  if (shapes.length === 0) return WHOLE;
  const edge = (index: 0 | 1 | 2 | 3, pick: (...values: number[]) => number) =>
    pick(...shapes.map(({ box }) => box[index]));
  const pad = 12;
  return [edge(0, Math.min) - pad, edge(1, Math.min) - pad, edge(2, Math.max) + pad, edge(3, Math.max) + pad];
}

/** The United States by state, with drag, pinch, and zoom. Shows streets if the deployment has them. */
export function UsMap(props: UsMapProps) {
  const [shapes, setShapes] = useState<readonly StateShape[] | 'failed' | null>(null);
  useEffect(() => {
    if (shapes === null) loadShapes().then(setShapes, () => setShapes('failed'));
  }, [shapes]);
  if (shapes === 'failed') return <FailedState title="The map could not be loaded" onRetry={() => setShapes(null)} />;
  if (shapes) {
    const drawn = props.without ? shapes.filter(({ code }) => !props.without!.includes(code)) : shapes;
    return <Drawing {...props} shapes={drawn} />;
  }
  return (
    <Loading label="Loading the map…">
      <Bone className="aspect-[8/5] w-full" />
    </Loading>
  );
}

const KEYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-0.1, 0],
  ArrowRight: [0.1, 0],
  ArrowUp: [0, -0.1],
  ArrowDown: [0, 0.1],
};

function Drawing(props: UsMapProps & { shapes: readonly StateShape[] }) {
  const { label, focus = NO_STATES, at, shapes, isMain = false, onMoved, labels, children } = props;
  const around = useMemo(() => boxAround(shapes.filter(({ code }) => focus.includes(code))), [shapes, focus]);
  const map = useMapView({ box: at ?? around, isMain, onMoved: onMoved && ((view) => onMoved(boxOfView(view))) });
  const { view, unit } = map;
  const box = boxOfView(view);
  const [left, top, right, bottom] = box;
  const [isBare, setBare] = useState(false);
  const hasStreets = mapStyle() !== undefined && !isBare;
  // The street map has its own labels.
  const names = hasStreets ? [] : labelsIn(box, unit, labels?.(unit) ?? [], shapes, props.without);
  function onKeyDown(event: KeyboardEvent) {
    const step = KEYS[event.key];
    if (step) map.move(...step);
    else if (event.key === '+' || event.key === '=') map.zoomIn();
    else if (event.key === '-') map.zoomOut();
    else return;
    event.preventDefault();
  }
  return (
    <div className="us-map relative overflow-hidden rounded-lg bg-gray-50 ring-1 ring-gray-200 ring-inset">
      {hasStreets && (
        <LazyBoundary>
          <StreetMap view={view} unit={unit} onFailed={() => setBare(true)} />
        </LazyBoundary>
      )}
      <div
        {...map.frame}
        // Its keys are those of the buttons beside it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label="Map: arrow keys move it, plus and minus zoom"
        onKeyDown={onKeyDown}
        className="relative aspect-[8/5] max-h-[70vh] w-full select-none"
        style={{ touchAction: isMain ? 'none' : 'pan-y' }}
      >
        <svg
          viewBox={`${left} ${top} ${right - left} ${bottom - top}`}
          className="block size-full"
          role="img"
          aria-label={label}
        >
          <States {...props} hasStreets={hasStreets} />
          {children?.(unit, map.show)}
          <Names labels={names} unit={unit} />
        </svg>
      </div>
      <div className="us-map-zoom">
        <IconButton
          variant="secondary"
          size="sm"
          label="Zoom in"
          icon={<PlusIcon />}
          disabled={map.isNearest}
          onClick={map.zoomIn}
        />
        <IconButton
          variant="secondary"
          size="sm"
          label="Zoom out"
          icon={<MinusIcon />}
          disabled={map.isFarthest}
          onClick={map.zoomOut}
        />
        {!map.isWhole && (
          <IconButton
            variant="secondary"
            size="sm"
            label="Show the whole country"
            icon={<ArrowsPointingInIcon />}
            onClick={map.showAll}
          />
        )}
      </div>
    </div>
  );
}

type StatesProps = Pick<UsMapProps, 'isChosen' | 'shade' | 'onState'> & {
  shapes: readonly StateShape[];
  hasStreets: boolean;
};

/** Memoized: the outlines stay the same however the map is moved. */
const States = memo(function States({ shapes, isChosen, shade, onState, hasStreets }: StatesProps) {
  return shapes.map(({ code, name, path }) => {
    const isOn = isChosen?.(code) ?? false;
    const dark = shade?.(code) ?? 0;
    const opacity = isOn ? 1 : dark || 1;
    return (
      // For the keyboard, the list beside the map does the same.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
      <path
        key={code}
        d={path}
        vectorEffect="non-scaling-stroke"
        className={cx(
          onState && 'cursor-pointer',
          hasStreets ? 'stroke-gray-300' : 'stroke-white',
          isOn ? 'fill-primary-200' : dark ? 'fill-primary-600' : hasStreets ? 'hit' : 'fill-gray-200',
        )}
        fillOpacity={hasStreets ? opacity / 2 : opacity}
        strokeWidth={1}
        onClick={onState && (() => onState(code))}
      >
        <title>{name}</title>
      </path>
    );
  });
});

const LOOKS: Record<PlacedLabel['kind'], string> = {
  own: 'fill-gray-900 font-medium',
  city: 'fill-gray-600',
  state: 'fill-gray-600 font-medium',
};

function Names({ labels, unit }: { labels: readonly PlacedLabel[]; unit: number }) {
  return labels.map(({ name, kind, at: [x, y], offset, size }) => (
    <g key={`${kind} ${name} ${x} ${y}`} className="pointer-events-none">
      {kind === 'city' && <circle cx={x} cy={y} r={1.75 * unit} className="fill-gray-600" />}
      <text
        x={x + offset * unit}
        y={y}
        className={cx(LOOKS[kind], kind !== 'state' && 'stroke-white')}
        strokeWidth={3 * unit}
        strokeOpacity={0.8}
        paintOrder="stroke"
        strokeLinejoin="round"
        fontSize={size * unit}
        textAnchor={offset === 0 ? 'middle' : offset < 0 ? 'end' : 'start'}
        dominantBaseline="central"
      >
        {name}
      </text>
    </g>
  ));
}

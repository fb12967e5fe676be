import { useLayoutEffect, useRef, useState } from 'react';
import type { WorkflowQuery } from '#src/generated/graphql/graphql.ts';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { cx } from '#src/views/ui/class-names.ts';
import { type Box, countOf, drawLifecycle, type Line, smooth } from './drawing.ts';
import { showSeconds, showShort } from '#src/views/ui/numbers.ts';
import { eventName, shortName, usePlaceName } from './place-names.ts';
import { SCROLL_CUE } from '#src/views/ui/scroll-cue.ts';

type Numbers = WorkflowQuery['workflow'];

// The lifecycle does not change while the page is open, and its drawing depends on nothing else.
const drawing = drawLifecycle();
/** Of the frame, left and right combined. */
const PADDING = 16;
const THIN = 1.25;
const THICK = 6;

/** Thicker for frequent transitions; by square root, so that rare ones remain distinguishable. */
const widthOf = (count: number, most: number): number =>
  count === 0 ? 1 : THIN + (THICK - THIN) * Math.sqrt(count / most);

interface DiagramProps {
  numbers: Numbers;
  /** The state whose details are open. */
  chosen: string | null;
  onChoose: (place: string | null) => void;
  /** The id of the details. */
  detailId: string;
}

/** At a smaller scale the smallest text is unreadable, so the frame scrolls instead. */
const LEAST_SCALE = 0.8;

/** Scales the drawing to fill the frame, as long as it stays readable. */
function useScale() {
  const frame = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const fit = () => setScale(Math.min(1, Math.max(LEAST_SCALE, (current.clientWidth - PADDING) / drawing.width)));
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { frame, scale };
}

/**
 * The lifecycle with today's numbers: how many leads are in each state, and how often each path was taken. Shrinks to
 * fit its frame, and scrolls if it would become too small to read.
 */
export function WorkflowDiagram({ numbers, chosen, onChoose, detailId }: DiagramProps) {
  const nameOf = usePlaceName();
  const { width, height, boxes, lines, frames, anywhere } = drawing;
  const counts = new Map(lines.map(({ id, taken }) => [id, countOf(taken, numbers.transitions)]));
  const most = Math.max(1, ...counts.values());
  const { frame: scroller, scale } = useScale();
  const isNear = ({ from, to }: Line) => chosen !== null && (from === chosen || to === chosen);
  return (
    <div>
      <div ref={scroller} className="overflow-x-auto p-2" style={SCROLL_CUE}>
        <div className="relative" style={{ width, height, zoom: scale }}>
          <svg
            aria-hidden
            width={width}
            height={height}
            viewBox={`0 0 ${width} ${height}`}
            className="absolute inset-0"
          >
            <defs>
              {['taken', 'open'].map((kind) => (
                <marker
                  key={kind}
                  id={`workflow-${kind}`}
                  viewBox="0 0 8 8"
                  refX="7"
                  refY="4"
                  markerWidth="9"
                  markerHeight="9"
                  markerUnits="userSpaceOnUse"
                  orient="auto"
                >
                  <path d="M0 0 8 4 0 8z" className={kind === 'taken' ? 'fill-primary-600' : 'fill-gray-300'} />
                </marker>
              ))}
            </defs>
            {frames.map(({ owner, ...frame }) => (
              <g key={owner}>
                <rect
                  x={frame.left}
                  y={frame.top}
                  width={frame.width}
                  height={frame.height}
                  rx={10}
                  className={owner.includes('.') ? 'fill-gray-50 stroke-gray-300' : 'fill-none stroke-gray-300'}
                  strokeDasharray="3 4"
                />
                {owner.includes('.') && (
                  <text x={frame.left + 12} y={frame.top - 6} fontSize={12} fontWeight={600} className="fill-gray-600">
                    {nameOf(owner)}
                  </text>
                )}
              </g>
            ))}
            {lines.map((line) => {
              const count = counts.get(line.id)!;
              return (
                <path
                  key={line.id}
                  data-line={line.id}
                  d={smooth(line.points)}
                  fill="none"
                  className={count > 0 ? 'stroke-primary-600' : 'stroke-gray-300'}
                  strokeWidth={widthOf(count, most)}
                  opacity={chosen === null || isNear(line) ? 1 : 0.4}
                  strokeDasharray={count > 0 ? undefined : '4 4'}
                  markerEnd={`url(#workflow-${count > 0 ? 'taken' : 'open'})`}
                >
                  <title>{line.taken.map(({ event }) => eventName(event)).join(' · ')}</title>
                </path>
              );
            })}
            {anywhere.map(({ owner, loops, x, y }) => (
              // Legible where a line crosses it.
              <text
                key={owner}
                x={x}
                y={y}
                textAnchor="end"
                fontSize={12}
                paintOrder="stroke"
                strokeWidth={4}
                className="fill-gray-600 stroke-white"
              >
                {`From any of these: ${loops
                  .map((one) => `${eventName(one.event)} ${showWhole(countOf([one], numbers.transitions))}`)
                  .join(' · ')}`}
              </text>
            ))}
            {lines.map(({ id, label, taken }) => {
              const count = counts.get(id)!;
              // Its dashes say it.
              if (count === 0) return null;
              const text = showShort(count);
              const half = text.length * 3.6 + 4;
              return (
                <g key={id}>
                  <title>{taken.map(({ event }) => eventName(event)).join(' · ')}</title>
                  <rect
                    x={label.x - half}
                    y={label.y - 9}
                    width={half * 2}
                    height={18}
                    rx={9}
                    className="fill-white stroke-gray-300"
                  />
                  <text
                    data-count={id}
                    x={label.x}
                    y={label.y + 4}
                    textAnchor="middle"
                    fontSize={12}
                    fontWeight={600}
                    className="fill-gray-900"
                  >
                    {text}
                  </text>
                </g>
              );
            })}
          </svg>
          {boxes.map((box) => (
            <PlaceBox
              key={box.place}
              box={box}
              numbers={numbers}
              isChosen={chosen === box.place}
              detailId={detailId}
              onChoose={() => onChoose(chosen === box.place ? null : box.place)}
            />
          ))}
        </div>
      </div>
      <Legend most={most} />
    </div>
  );
}

function PlaceBox({
  box,
  numbers,
  isChosen,
  detailId,
  onChoose,
}: {
  box: Box;
  numbers: Numbers;
  isChosen: boolean;
  detailId: string;
  onChoose: () => void;
}) {
  const nameOf = usePlaceName();
  const { place, loops, ...spot } = box;
  const facts = numbers.places.find((one) => one.place === place);
  const leads = facts?.leads ?? 0;
  const again = countOf(loops, numbers.transitions);
  const whole = nameOf(place);
  // A nested state is labeled without its parent, which the frame shows.
  const name = shortName(whole);
  return (
    <button
      type="button"
      data-place={place}
      data-leads={leads}
      aria-expanded={isChosen}
      aria-controls={isChosen ? detailId : undefined}
      className={cx(
        'absolute rounded-lg border text-center',
        isChosen ? 'border-primary-600 bg-primary-50' : 'border-gray-300 bg-white hover:border-gray-400',
      )}
      style={spot}
      onClick={onChoose}
    >
      <span className="sr-only">{whole.slice(0, whole.length - name.length)}</span>
      <span className="block truncate text-xs font-medium">{name}</span>{' '}
      <span className={cx('block text-base font-semibold tabular-nums', leads === 0 && 'text-gray-500')}>
        {showWhole(leads)}
        <span className="sr-only"> {leads === 1 ? 'lead' : 'leads'} now, median time in this state</span>
      </span>{' '}
      <span className="block truncate text-xs text-gray-500">
        {facts?.medianStay == null ? (
          <>
            <span aria-hidden>–</span>
            <span className="sr-only">no data yet</span>
          </>
        ) : (
          showSeconds(facts.medianStay)
        )}
        {loops.length > 0 && (
          <>
            {` · ↻ ${showShort(again)}`}
            <span className="sr-only"> steps that don’t change the state</span>
          </>
        )}
      </span>
    </button>
  );
}

function Legend({ most }: { most: number }) {
  const line = (count: number) => (
    <svg aria-hidden width={28} height={8} className="shrink-0">
      <path
        d="M0 4H28"
        className={count > 0 ? 'stroke-primary-600' : 'stroke-gray-300'}
        strokeWidth={widthOf(count, most)}
        strokeDasharray={count > 0 ? undefined : '4 4'}
      />
    </svg>
  );
  return (
    <ul
      aria-label="Legend"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-gray-100 px-4 py-2.5 text-xs text-gray-600"
    >
      <li>In each state: leads now · median time spent there · ↻ steps that don’t change the state</li>
      <li className="flex items-center gap-1.5">{line(0)} not taken</li>
      <li className="flex items-center gap-1.5">{line(1)} once</li>
      {most > 1 && (
        <li className="flex items-center gap-1.5">
          {line(most)} {showWhole(most)} times
        </li>
      )}
    </ul>
  );
}

import { type PointerEvent, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Box, MAP, reach, WHOLE } from './us-shapes.ts';

/** The visible part of the drawing: its center and width; its height follows from the shape of the map. */
export interface MapView {
  x: number;
  y: number;
  width: number;
}

/** The map's height divided by its width. */
const SHAPE = 5 / 8;
/** About 45 miles across: the closest zoom. */
const NEAREST = 15;
/** A movement of fewer pixels than this is not a drag. */
const STILL = 5;
const STEP = 1.6;

const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

const widest = () => reach()[2] - reach()[0];

function held({ x, y, width }: MapView): MapView {
  const [left, top, right, bottom] = reach();
  return { x: between(left, x, right), y: between(top, y, bottom), width: between(NEAREST, width, widest()) };
}

export function viewOf([left, top, right, bottom]: Box): MapView {
  return held({
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    width: Math.max(right - left, (bottom - top) / SHAPE),
  });
}

export const boxOfView = ({ x, y, width }: MapView): Box => [
  x - width / 2,
  y - (width * SHAPE) / 2,
  x + width / 2,
  y + (width * SHAPE) / 2,
];

/** Zooms by a factor while one point of the drawing stays in place. */
export function zoomed(view: MapView, factor: number, [x, y]: readonly [number, number] = [view.x, view.y]): MapView {
  const width = between(NEAREST, view.width * factor, widest());
  const by = width / view.width;
  return held({ x: x + (view.x - x) * by, y: y + (view.y - y) * by, width });
}

interface MapGestures {
  /** What to show first, and again whenever it changes; `stay` changes nothing. */
  box: Box | 'stay';
  /**
   * One finger and the wheel move the map. Otherwise they scroll the page, two fingers move the map, and Ctrl with the
   * wheel zooms.
   */
  isMain: boolean;
  /** Called when the person has moved the map and released it. */
  onMoved?: ((view: MapView) => void) | undefined;
}

/** A map with drag and pinch, and zoom by wheel, buttons, and keys. */
export function useMapView({ box, isMain, onMoved }: MapGestures) {
  const asked = box === 'stay' ? box : box.join(',');
  const [shown, setShown] = useState({ asked, view: viewOf(box === 'stay' ? WHOLE : box) });
  const [size, setSize] = useState(0);
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  if (shown.asked !== asked) setShown({ asked, view: box === 'stay' ? shown.view : viewOf(box) });
  // A gesture starts from the result of the one before it, even if that is not rendered yet.
  const now = useRef(shown.view);
  useLayoutEffect(() => void (now.current = shown.view));
  const pointers = useRef(new Map<number, { x: number; y: number }>());
  const [wasDragged, setDragged] = useReducer((_: boolean, next: boolean) => next, false);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(settling.current), []);

  const unit = size > 0 ? shown.view.width / size : 1;
  function show(view: MapView): void {
    now.current = view;
    setShown({ asked, view });
    clearTimeout(settling.current);
    settling.current = setTimeout(() => onMoved?.(view), 350);
  }
  const pointAt = (x: number, y: number): [number, number] => {
    const { left, top } = frame!.getBoundingClientRect();
    const [west, north] = boxOfView(now.current);
    const scale = now.current.width / frame!.clientWidth;
    return [west + (x - left) * scale, north + (y - top) * scale];
  };

  useEffect(() => {
    if (!frame) return;
    // Before this frame is painted, because the size of labels depends on the map's.
    const watch = new ResizeObserver(() => flushSync(() => setSize(frame.clientWidth)));
    watch.observe(frame);
    return () => watch.disconnect();
  }, [frame]);
  // React's listeners are passive, so the page would scroll as well.
  useEffect(() => {
    if (!frame) return;
    const onWheel = (event: WheelEvent) => {
      if (!isMain && !event.ctrlKey && !event.metaKey) return;
      // When the map cannot zoom out further, the wheel scrolls the page.
      if (event.deltaY > 0 && now.current.width >= widest() && !event.ctrlKey) return;
      event.preventDefault();
      const pixels = event.deltaMode === 1 ? event.deltaY * 20 : event.deltaY;
      show(zoomed(now.current, Math.exp(between(-120, pixels, 120) * 0.005), pointAt(event.clientX, event.clientY)));
    };
    frame.addEventListener('wheel', onWheel, { passive: false });
    return () => frame.removeEventListener('wheel', onWheel);
  });

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    if (!wasDragged && Math.hypot(dx, dy) < STILL) return;
    if (!wasDragged) {
      setDragged(true);
      event.currentTarget.setPointerCapture(event.pointerId);
    }
    const others = [...pointers.current].filter(([id]) => id !== event.pointerId);
    pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const scale = now.current.width / event.currentTarget.clientWidth;
    const [other] = others;
    if (!other) {
      show(held({ ...now.current, x: now.current.x - dx * scale, y: now.current.y - dy * scale }));
      return;
    }
    const [, { x, y }] = other;
    const factor =
      Math.hypot(before.x - x, before.y - y) / Math.max(Math.hypot(event.clientX - x, event.clientY - y), 1);
    const pinched = zoomed(now.current, factor, pointAt((event.clientX + x) / 2, (event.clientY + y) / 2));
    // The midpoint between two fingers moves half as far as the finger that moves.
    show(held({ ...pinched, x: pinched.x - (dx / 2) * scale, y: pinched.y - (dy / 2) * scale }));
  }
  const release = (event: PointerEvent<HTMLElement>) => void pointers.current.delete(event.pointerId);

  return {
    view: shown.view,
    /** A pixel in units of the drawing. */
    unit,
    zoomIn: () => show(zoomed(now.current, 1 / STEP)),
    zoomOut: () => show(zoomed(now.current, STEP)),
    showAll: () => show(viewOf(WHOLE)),
    show: (next: Box) => show(viewOf(next)),
    move: (dx: number, dy: number) =>
      show(
        held({
          ...now.current,
          x: now.current.x + dx * now.current.width,
          y: now.current.y + dy * now.current.width,
        }),
      ),
    isNearest: shown.view.width <= NEAREST,
    isFarthest: shown.view.width >= widest(),
    isWhole: shown.view.width >= MAP.width,
    frame: {
      ref: setFrame,
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (pointers.current.size === 0) setDragged(false);
        pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      },
      onPointerMove,
      onPointerUp: release,
      onPointerCancel: release,
      // The end of a drag is not a click.
      onClickCapture(event: { stopPropagation: () => void }) {
        if (wasDragged) event.stopPropagation();
      },
    },
  };
}

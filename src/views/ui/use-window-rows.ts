import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

interface WindowRows {
  /** The element that is as high as the whole list. */
  root: RefObject<HTMLElement | null>;
  count: number;
  keyOf: (index: number) => string;
  /** How rows are drawn: in another layout they have other heights. */
  layout: string;
  /** The height of a row that was not drawn yet, in px. */
  estimate: number;
  /** What the window's own bars cover, in px. */
  covered: { top: number; bottom: number };
}

/** Drawn above and below what is in sight, so that a quick scroll meets no gap. */
const MARGIN_PX = 480;

/** What is in sight is looked at in steps: drawing again for every pixel would be work for nothing. */
const STEP_PX = 240;

/**
 * Which rows of a long list must be drawn while the window scrolls, and where. Rows are measured when they are drawn,
 * since a card on a phone is as high as its words. A library for this weighs eight times as much.
 */
export function useWindowRows({ root, count, keyOf, layout, estimate, covered }: WindowRows) {
  /** By layout and key. */
  const [heights] = useState(() => new Map<string, number>());
  const drawn = useRef(layout);
  useLayoutEffect(() => void (drawn.current = layout));
  const [measured, setMeasured] = useState(0);
  // Most lists begin within one step of the top of the window.
  const [sight, setSight] = useState(() => ({ top: 0, bottom: Math.floor(innerHeight / STEP_PX) * STEP_PX }));

  const tops = useMemo(() => {
    const sums = [0];
    for (let index = 0; index < count; index += 1)
      sums.push(sums[index]! + (heights.get(`${layout} ${keyOf(index)}`) ?? estimate));
    return sums;
    // Measured heights live in the map; `measured` counts their changes.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [count, keyOf, layout, measured]);

  useLayoutEffect(() => {
    let frame = 0;
    const look = () => {
      const offset = root.current?.getBoundingClientRect().top ?? 0;
      const top = Math.max(0, Math.floor(-offset / STEP_PX) * STEP_PX);
      const bottom = Math.ceil((innerHeight - offset) / STEP_PX) * STEP_PX;
      setSight((before) => (before.top === top && before.bottom === bottom ? before : { top, bottom }));
    };
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    // The first look, too: before painting, but when the layout is done anyway.
    const observer = new ResizeObserver(() => flushSync(look));
    if (root.current) observer.observe(root.current);
    addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      removeEventListener('scroll', soon);
      removeEventListener('resize', soon);
    };
  }, [root]);

  const [observer] = useState(
    () =>
      new ResizeObserver((entries) => {
        let isNew = false;
        for (const { target } of entries) {
          const key = `${drawn.current} ${(target as HTMLElement).dataset.key}`;
          const height = (target as HTMLElement).offsetHeight;
          if (height === 0 || heights.get(key) === height) continue;
          heights.set(key, height);
          isNew = true;
        }
        // Before this frame is painted: otherwise rows of a new height lie over one another, or apart, until React gets to it.
        if (isNew) flushSync(() => setMeasured((times) => times + 1));
      }),
  );
  const [measure] = useState(() => (node: HTMLElement | null) => {
    if (!node) return;
    observer.observe(node);
    return () => observer.unobserve(node);
  });

  const first = rowAt(tops, sight.top - MARGIN_PX);
  const last = Math.min(count - 1, rowAt(tops, sight.bottom + MARGIN_PX));
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);

  return {
    height: tops[count] ?? 0,
    shown: shown.map((index) => ({ index, top: tops[index]! })),
    /** The ref of each drawn row, which also carries `data-key`. */
    measure,
    /** Scrolls no further than it must. */
    scrollTo(index: number) {
      const start = scrollY + (root.current?.getBoundingClientRect().top ?? 0);
      const top = start + tops[index]! - covered.top;
      const bottom = start + tops[index + 1]! + covered.bottom - innerHeight;
      if (scrollY > top) scrollTo({ top });
      else if (scrollY < bottom) scrollTo({ top: bottom });
    },
  };
}

/** The row that lies at this height; the last one for anything below. */
function rowAt(tops: readonly number[], height: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tops[middle]! <= height) low = middle;
    else high = middle - 1;
  }
  return low;
}

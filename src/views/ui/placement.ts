const GAP = 4;
const EDGE = 8;

type Align = 'start' | 'end' | 'center';

/** Keeps the box at its anchor during scrolling; returns a function to stop. */
export function follow(anchor: Element, box: HTMLElement, align?: Align): () => void {
  const again = () => place(anchor, box, align);
  again();
  addEventListener('scroll', again, { capture: true, passive: true });
  addEventListener('resize', again);
  return () => {
    removeEventListener('scroll', again, { capture: true });
    removeEventListener('resize', again);
  };
}

/**
 * Positions a floating box below its anchor, or above if there is no room below, and never past the edge of the window.
 * The box is a popover in the browser's top layer, so nothing clips or covers it.
 */
export function place(anchor: Element, box: HTMLElement, align: Align = 'start'): void {
  const target = anchor.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = innerHeight - target.bottom - GAP - EDGE;
  const above = target.top - GAP - EDGE;
  const upward = height > below && above > below;
  const wanted =
    align === 'start' ? target.left : align === 'end' ? target.right - width : target.left + (target.width - width) / 2;
  box.style.left = `${Math.max(EDGE, Math.min(wanted, innerWidth - width - EDGE))}px`;
  box.style.top = upward ? `${Math.max(EDGE, target.top - GAP - height)}px` : `${target.bottom + GAP}px`;
  box.style.maxHeight = `${Math.max(96, upward ? above : below)}px`;
}

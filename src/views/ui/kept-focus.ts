const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

interface Place {
  element: Element;
  path: string;
  /** From the element outward: each parent, with the index of the child that contains the element. */
  way: readonly (readonly [parent: Element, index: number])[];
}

function placeOf(element: Element): Place {
  const way: [Element, number][] = [];
  for (let one = element; one.parentElement && one.parentElement !== document.body; one = one.parentElement) {
    way.push([one.parentElement, [...one.parentElement.children].indexOf(one)]);
  }
  return { element, path: location.pathname, way };
}

const isReachable = (element: Element) =>
  element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]');
const inside = (element: Element) =>
  [...(element.matches(FOCUSABLE) ? [element] : []), ...element.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    isReachable,
  ) as HTMLElement[];

/** The place itself if it is still there, or else the next element after it, or else the one before it. */
function nearest({ element, way }: Place, isMeant: (element: HTMLElement) => boolean): HTMLElement | undefined {
  const within = (one: Element) => inside(one).filter(isMeant);
  if (element.isConnected) return element.matches(FOCUSABLE) ? within(element)[0] : undefined;
  for (const [parent, index] of way) {
    if (!parent.isConnected) continue;
    const children = [...parent.children];
    const next = children
      .slice(index)
      .map(within)
      .find((found) => found.length > 0)?.[0];
    const previous = () =>
      children
        .slice(0, index)
        .map(within)
        .findLast((found) => found.length > 0)
        ?.at(-1);
    const found = next ?? previous();
    if (found) return found;
  }
  return undefined;
}

/** A dialog, the menu that led to it, and the row whose button opened that. */
const MOST_PLACES = 8;

/**
 * A button that disappears with what it removes, or after its only use, would lose the focus: it moves to a neighbor.
 * The button of a dialog that asked has none; then the neighbor is that of whatever opened the dialog. A link that leads
 * to another page leaves the focus to that page's content.
 */
export function keepFocus(): void {
  let places: Place[] = [];
  let isByKey = false;
  const listen = (type: string, act: (event: Event) => void) => document.addEventListener(type, act, { capture: true });
  listen('keydown', () => void (isByKey = true));
  listen('pointerdown', ({ target }) => {
    isByKey = false;
    // Whoever presses beside everything gives up the focus.
    if (!(target instanceof Element && target.closest(`${FOCUSABLE}, label, [tabindex]`))) places = [];
  });
  listen('focusin', ({ target }) => {
    if (target instanceof Element)
      places = [placeOf(target), ...places.filter(({ element }) => element !== target)].slice(0, MOST_PLACES);
  });
  // The on-screen keyboard must not open for somebody who pressed a button.
  const isMeant = (element: HTMLElement) => isByKey || !element.matches('input, select, textarea');
  const observer = new MutationObserver(() => {
    const [lost] = places;
    if (!lost || lost.element.isConnected) return;
    // Dialogs return the focus themselves, a moment later.
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body || places[0] !== lost) return;
      const known = places.filter(({ path }) => path === location.pathname);
      places = [];
      if (lost.path !== location.pathname) document.querySelector('main')?.focus({ preventScroll: true });
      else
        known
          .map((place) => nearest(place, isMeant))
          .find((found) => found !== undefined)
          ?.focus({ preventScroll: !isByKey });
    });
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

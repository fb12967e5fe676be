const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

interface Place {
  element: Element;
  path: string;
  modal: Element | null;
  /** From the element outward: each parent, with the index of the child that contains the element. */
  way: readonly (readonly [parent: Element, index: number])[];
}

function placeOf(element: Element): Place {
  const way: [Element, number][] = [];
  for (let one = element; one.parentElement && one.parentElement !== document.body; one = one.parentElement) {
    way.push([one.parentElement, [...one.parentElement.children].indexOf(one)]);
  }
  return { element, path: location.pathname, modal: element.closest('[role=dialog]'), way };
}

const isLost = (element: Element) => !element.isConnected || element.matches(':disabled');
const isReachable = (element: Element) =>
  element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]');
const inside = (element: Element) =>
  [...(element.matches(FOCUSABLE) ? [element] : []), ...element.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    isReachable,
  ) as HTMLElement[];

/** The place itself if it is still there, or else the next element after it, or else the one before it. */
function nearest({ element, way }: Place, isMeant: (element: HTMLElement) => boolean): HTMLElement | undefined {
  const within = (one: Element) => inside(one).filter(isMeant);
  if (!isLost(element)) return element.matches(FOCUSABLE) ? within(element)[0] : undefined;
  for (const [parent, index] of way) {
    if (!parent.isConnected) continue;
    const children = [...parent.children];
    const after = children
      .slice(index)
      .map(within)
      .find((found) => found.length > 0);
    // Of a row, what opens it.
    const next = after?.find((one) => one.matches('[data-open]')) ?? after?.[0];
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

/** A dialog, which counts once, the menu that led to it, and the row whose button opened that. */
const MOST_PLACES = 8;

/**
 * A button that disappears with what it removes, or is off after its only use, would lose the focus: it moves to a
 * neighbor. The button of a dialog that asked has none; then the neighbor is that of whatever opened the dialog. A link
 * that leads to another page leaves the focus to that page's content, as does a page where nothing is left.
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
    if (!(target instanceof Element)) return;
    const insteadOf = isClosed(places[0]) ? neighborOfOpener(target) : undefined;
    if (insteadOf) {
      insteadOf.focus({ preventScroll: !isByKey });
      return;
    }
    const place = placeOf(target);
    const isOther = ({ element, modal }: Place) => element !== target && (modal === null || modal !== place.modal);
    places = [place, ...places.filter(isOther)].slice(0, MOST_PLACES);
  });
  // The on-screen keyboard must not open for somebody who pressed a button.
  const isMeant = (element: HTMLElement) => isByKey || !element.matches('input, select, textarea');
  const isClosed = (place: Place | undefined) => place?.modal?.isConnected === false;
  /** A dialog whose opener is gone returns the focus to whatever had it before that, which may be far away. */
  function neighborOfOpener(target: Element): HTMLElement | undefined {
    const until = places.findIndex(({ element }) => element === target);
    const gone = places.slice(0, Math.max(0, until)).filter(({ element, path }) => {
      return !element.isConnected && path === location.pathname;
    });
    places = until < 0 ? places : places.slice(until);
    return gone.map((place) => nearest(place, isMeant)).find((found) => found !== undefined && found !== target);
  }
  const observer = new MutationObserver(() => {
    const [lost] = places;
    if (!lost || !isLost(lost.element)) return;
    // Dialogs return the focus themselves, a moment later.
    requestAnimationFrame(() => {
      if (places[0] !== lost || !isLost(lost.element)) return;
      // Whoever pressed it with a pointer goes on with that.
      if (lost.element.isConnected && !isByKey) return;
      // The browser takes the focus from what is off only after this.
      if (document.activeElement !== document.body && document.activeElement !== lost.element) return;
      const known = lost.path === location.pathname ? places.filter(({ path }) => path === lost.path) : [];
      places = [];
      const found = known.map((place) => nearest(place, isMeant)).find((one) => one !== undefined);
      if (found) found.focus({ preventScroll: !isByKey });
      else document.querySelector('main')?.focus({ preventScroll: true });
    });
  });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
}

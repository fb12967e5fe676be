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

/** The next element after the place, or else the one before it. */
function nearest({ way }: Place): HTMLElement | undefined {
  for (const [parent, index] of way) {
    if (!parent.isConnected) continue;
    const children = [...parent.children];
    const next = children
      .slice(index)
      .map(inside)
      .find((found) => found.length > 0)?.[0];
    const previous = () =>
      children
        .slice(0, index)
        .map(inside)
        .findLast((found) => found.length > 0)
        ?.at(-1);
    const found = next ?? previous();
    if (found) return found;
  }
  return undefined;
}

/**
 * A button that disappears with what it removes, or after its only use, would lose the keyboard focus: it moves to a
 * neighbor. A link that leads to another page leaves it to that page's content, and so does signing in.
 */
export function keepFocus(contentId: string, until: AbortSignal): void {
  if (until.aborted) return;
  const focusContent = () => document.getElementById(contentId)?.focus({ preventScroll: true });
  // Whoever has used this document before comes from its sign-in form, which is gone, and the focus with it.
  if (navigator.userActivation?.hasBeenActive && document.activeElement === document.body) focusContent();
  let place: Place | null = null;
  let isByKey = false;
  const listen = (type: string, act: (event: Event) => void) =>
    document.addEventListener(type, act, { capture: true, signal: until });
  listen('keydown', () => void (isByKey = true));
  listen('pointerdown', () => void (isByKey = false));
  listen('focusin', ({ target }) => void (place = target instanceof Element ? placeOf(target) : null));
  const observer = new MutationObserver(() => {
    if (!place || place.element.isConnected) return;
    const lost = place;
    place = null;
    // Dialogs return the focus themselves, a moment later.
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      if (lost.path !== location.pathname) focusContent();
      else if (isByKey) nearest(lost)?.focus();
    });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  until.addEventListener('abort', () => observer.disconnect());
}

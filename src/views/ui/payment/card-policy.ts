/**
 * A page's policy is that of the address it was loaded from. Whoever came in through the door has one that lets only us
 * in: the page is loaded again before a card is asked for, and never twice.
 */
export function takeCardPolicy(): void {
  const [loaded] = performance.getEntriesByType('navigation');
  const isHere = loaded !== undefined && new URL(loaded.name).pathname === location.pathname;
  if (!('takesCards' in document.documentElement.dataset) && !isHere) location.reload();
}

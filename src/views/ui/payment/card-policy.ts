/**
 * A page's content security policy is that of the URL it was loaded from. The policy of the sign-in page allows only
 * our own origin, so the page is reloaded before a card is entered, and never twice.
 */
export function takeCardPolicy(): void {
  const [loaded] = performance.getEntriesByType('navigation');
  const isHere = loaded !== undefined && new URL(loaded.name).pathname === location.pathname;
  if (!('takesCards' in document.documentElement.dataset) && !isHere) location.reload();
}

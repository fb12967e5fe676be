import { type ReactNode, useDeferredValue } from 'react';
import { Router, type RouterObject, useLocation, useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** Whether the URL was changed by a redirect or by the browser's buttons; set before wouter hears of the change. */
let isAtOnce = false;
for (const change of ['popstate', 'replaceState', 'pushState'])
  globalThis.addEventListener?.(change, () => (isAtOnce = change !== 'pushState'));

/**
 * Tells what is inside the URL of the page that is shown. While the page that somebody went to is being rendered, that
 * is the page before: rendering one takes longer than a frame, and meanwhile the way there is already marked (see
 * `useNextPath`), and the browser responds. Three changes show at once: of the query alone, because fields have their
 * values from there; a redirect, because what it leads away from shows nothing new; and going back, because the browser
 * restores the scroll position right after it.
 */
export function ShownPage({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const search = useSearch();
  const rendered = { path: useDeferredValue(path), search: useDeferredValue(search) };
  const shown = isAtOnce || path === rendered.path ? { path, search } : rendered;
  return (
    // With these hooks, this is their URL; without, as on a server, wouter's own take it from there, too.
    <Router hook={usePath} searchHook={useQuery} ssrPath={shown.path} ssrSearch={shown.search}>
      {children}
    </Router>
  );
}

const usePath = ({ ssrPath }: RouterObject): [string, typeof navigate] => [ssrPath!, navigate];
const useQuery = ({ ssrSearch }: RouterObject): string => ssrSearch!;

import { type ReactNode, useDeferredValue } from 'react';
import { Router, type RouterObject, useLocation, useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** The path that the browser's buttons led to last. */
let returnedTo = '';
globalThis.addEventListener?.('popstate', () => (returnedTo = location.pathname));

/**
 * Tells what is inside the URL of the page that is shown. While the page that somebody went to is being rendered, that
 * is the page before: rendering one takes longer than a frame, and meanwhile the way there is already marked (see
 * `useNextPath`), and the browser responds. A change of the query alone shows at once, because fields have their values
 * from there, and so does a page that somebody returns to, because the browser restores its scroll position.
 */
export function ShownPage({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const search = useSearch();
  const rendered = { path: useDeferredValue(path), search: useDeferredValue(search) };
  const shown = path === rendered.path || path === returnedTo ? { path, search } : rendered;
  return (
    // With these hooks, this is their URL; without, as on a server, wouter's own take it from there, too.
    <Router hook={usePath} searchHook={useQuery} ssrPath={shown.path} ssrSearch={shown.search}>
      {children}
    </Router>
  );
}

const usePath = ({ ssrPath }: RouterObject): [string, typeof navigate] => [ssrPath!, navigate];
const useQuery = ({ ssrSearch }: RouterObject): string => ssrSearch!;

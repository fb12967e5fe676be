import { type ReactNode, useDeferredValue } from 'react';
import { Router, type RouterObject, useLocation, useRouter, useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

/** For a link, or as options of `navigate`: the click is answered before the page is rendered. */
export const ahead = { state: true };

/** Whether such a click was the last change of the URL; set before wouter hears of it. */
let isAhead = false;
for (const change of ['pushState', 'replaceState', 'popstate'])
  globalThis.addEventListener?.(change, () => (isAhead = change !== 'popstate' && history.state));

/**
 * Tells what is inside the URL of the page that is shown. After a click on a link with `ahead`, that is the page before
 * until the next one is rendered: that takes longer than a frame, and meanwhile the way there is already marked (see
 * `useNextPath`), and the browser responds. Everything else shows at once: what is pressed several times in a row, such
 * as the way to the next lead, must act on the page that it led to; and when going back, the browser restores the scroll
 * position right after the event. So does a change of the query alone, because fields have their values from there.
 */
export function ShownPage({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const search = useSearch();
  const rendered = { path: useDeferredValue(path), search: useDeferredValue(search) };
  // Where the server finds a redirect. The condition is a constant of the build.
  // oxlint-disable-next-line react/rules-of-hooks
  const onServer = import.meta.env.SSR && { ssrContext: useRouter().ssrContext };
  const shown = isAhead && path !== rendered.path ? rendered : { path, search };
  return (
    // With these hooks, this is their URL; without, as on a server, wouter's own take it from there, too.
    <Router hook={usePath} searchHook={useQuery} ssrPath={shown.path} ssrSearch={shown.search} {...onServer}>
      {children}
    </Router>
  );
}

/**
 * A page that is being left no longer replaces the URL: a search that waits for a pause in typing would lead back to it,
 * and the click would be lost.
 */
const usePath = ({ ssrPath }: RouterObject): [string, typeof navigate] => [
  ssrPath!,
  (to, options) => {
    if (!options?.replace || location.pathname === ssrPath) navigate(to, options);
  },
];
const useQuery = ({ ssrSearch }: RouterObject): string => ssrSearch!;

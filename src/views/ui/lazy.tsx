import { createContext, type FunctionComponent, type ReactNode, use, useEffect, useState } from 'react';

/** For what is drawn with the first stylesheet alone: `firstSources` of scripts/page-chunks.ts. */
export const firstStyles = (): void => {};

/**
 * A component whose code is fetched when it is first drawn, and the styles that it may use. Until then what the nearest LazyBoundary names stands in its
 * place. Instead of React's own pair: React shows what comes after a Suspense fallback no earlier than 300 ms after that
 * fallback, so every screen, tab and dialog of a cold page would wait that long for code that has been there for
 * 250 ms; and it never asks again for code that could not be fetched.
 */
export function lazy<C extends (props: never) => ReactNode | Promise<ReactNode>>(
  load: () => Promise<{ default: C }>,
  styles?: typeof firstStyles,
): FunctionComponent<PropsOf<C>>;
export function lazy(
  load: () => Promise<{ default: FunctionComponent<object> }>,
  styles: () => unknown = () => import('./later-styles.ts'),
): FunctionComponent<object> {
  let Loaded: FunctionComponent<object> | null = null;
  let loading: Promise<void> | null = null;
  const fetchOnce = (): Promise<void> =>
    (loading ??= Promise.all([load(), styles()]).then(
      ([module]) => void (Loaded = module.default),
      (error: unknown) => {
        loading = null;
        throw error;
      },
    ));

  return function Lazy(props: object) {
    const fallback = use(FallbackContext);
    const [, setIsLoaded] = useState(false);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    // Asked for while drawing, not after: what stands beside it may ask for its own code in the same turn.
    const fetching = Loaded || failure ? null : fetchOnce();
    // Told by the effect; without it a failure would be reported as nobody's.
    fetching?.catch(() => {});
    useEffect(() => {
      if (!fetching) return;
      let isShown = true;
      fetching.then(
        () => isShown && setIsLoaded(true),
        (error: unknown) => isShown && setFailure({ error }),
      );
      return () => {
        isShown = false;
      };
    }, [fetching]);
    if (failure) throw failure.error;
    return Loaded ? <Loaded {...props} /> : fallback;
  };
}

type PropsOf<C> = C extends (props: infer P extends object) => unknown ? P : object;

const FallbackContext = createContext<ReactNode>(null);

/** Names what stands in for each lazy component inside until its code is there; nothing, unless said. */
export function LazyBoundary({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  return <FallbackContext value={fallback}>{children}</FallbackContext>;
}

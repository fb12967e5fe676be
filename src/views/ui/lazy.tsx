import {
  createContext,
  type FunctionComponent,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useState,
} from 'react';

/** For what is rendered with the first stylesheet alone: `firstSources` of scripts/page-chunks.ts. */
export const firstStyles = (): void => {};

/** For rendering on the server, where no effect renders what has been loaded: what has to be awaited first. */
export const underWay = new Set<Promise<void>>();

/**
 * A component whose code, and the styles it may use, are loaded when it is first rendered. Until then, the nearest
 * LazyBoundary provides a fallback. Replaces React's own `lazy` and Suspense, because React shows the content no
 * earlier than 300 ms after a Suspense fallback, so every screen, tab and dialog of a cold page would wait that long
 * for code that has already been there for 250 ms; and React never retries code that failed to load.
 */
export function lazy<C extends (props: never) => ReactNode | Promise<ReactNode>>(
  load: () => Promise<{ default: C }>,
  styles?: typeof firstStyles,
): LazyComponent<PropsOf<C>>;
export function lazy(
  load: () => Promise<{ default: FunctionComponent<object> }>,
  styles: () => unknown = () => import('./later-styles.ts'),
): LazyComponent<object> {
  let Loaded: FunctionComponent<object> | null = null;
  let loading: Promise<void> | null = null;
  const fetchOnce = (): Promise<void> => {
    loading ??= Promise.all([load(), styles()]).then(
      ([module]) => void (Loaded = module.default),
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    if (import.meta.env.SSR && !Loaded) underWay.add(loading);
    return loading;
  };

  function Lazy(props: object) {
    const fallback = use(FallbackContext);
    const [, setIsLoaded] = useState(false);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    // Started while rendering, not after, so that siblings can request their code in the same turn.
    const fetching = Loaded || failure ? null : fetchOnce();
    // The effect reports it; without this, a failure would be an unhandled rejection.
    fetching?.catch(() => {});
    useEffect(() => {
      if (!fetching) return;
      let isShown = true;
      fetching.then(
        () => isShown && startTransition(() => setIsLoaded(true)),
        (error: unknown) => isShown && setFailure({ error }),
      );
      return () => {
        isShown = false;
      };
    }, [fetching]);
    if (failure) throw failure.error;
    return Loaded ? <Loaded {...props} /> : fallback;
  }
  Lazy.load = fetchOnce;
  return Lazy;
}

export interface LazyComponent<Props> extends FunctionComponent<Props> {
  /** Loads it ahead: it is then rendered without a fallback. */
  load: () => Promise<void>;
}

type PropsOf<C> = C extends (props: infer P extends object) => unknown ? P : object;

const FallbackContext = createContext<ReactNode>(null);

/** The fallback for each lazy component inside until its code is loaded; nothing by default. */
export function LazyBoundary({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  return <FallbackContext value={fallback}>{children}</FallbackContext>;
}

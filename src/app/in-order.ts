import { ApolloLink, Observable } from '@apollo/client';
import { tap } from 'rxjs';

type Observer = Parameters<ConstructorParameters<typeof Observable<ApolloLink.Result>>[0] & {}>[0];

/** Everyone waiting for the same response. */
interface Round {
  ask: () => Observable<ApolloLink.Result>;
  observers: Set<Observer>;
  stop?: () => void;
}

/** The same for operations that read the same. */
export const keyOf = ({ operationName, variables }: ApolloLink.Operation) =>
  `${operationName} ${JSON.stringify(variables)}`;

/** So that a slow connection with many writes still gets a response eventually. */
const MAXIMUM_REPEATS = 3;

interface Line {
  underWay: Round | null;
  next: Round | null;
}

/**
 * Never runs the same query twice at a time. A query requested while it is in flight waits for that response and then
 * runs again, once for everyone who requested it meanwhile: no change after the first response is missed, and no late
 * response overwrites a newer one. Requests in the same tick share one query. A response that may predate a write that
 * has since completed is fetched again, because it would put the old value back in the cache.
 */
export function inOrder(): ApolloLink {
  const lines = new Map<string, Line>();
  let writes = 0;

  function start(key: string, line: Line): void {
    const round = line.next;
    if (line.underWay !== null) return;
    line.next = null;
    if (round === null || round.observers.size === 0) {
      lines.delete(key);
      return;
    }
    line.underWay = round;
    const over = () => {
      line.underWay = null;
      start(key, line);
    };
    const tell = (how: (observer: Observer) => void) => [...round.observers].forEach(how);
    let repeats = 0;
    const ask = () => {
      const before = writes;
      const subscription = round.ask().subscribe({
        next(result) {
          if (writes === before || repeats === MAXIMUM_REPEATS) return tell((observer) => observer.next(result));
          repeats += 1;
          subscription.unsubscribe();
          ask();
        },
        error(error) {
          tell((observer) => observer.error(error));
          over();
        },
        complete() {
          tell((observer) => observer.complete());
          over();
        },
      });
      round.stop = () => {
        if (subscription.closed) return;
        subscription.unsubscribe();
        over();
      };
    };
    ask();
  }

  return new ApolloLink((operation, forward) => {
    if (operation.operationType !== 'query') return forward(operation).pipe(tap(() => (writes += 1)));
    // Nothing else was requested yet (`ahead`), and it must not wait for the end of this turn, which renders a page.
    if (operation.getContext().isAhead) return forward(operation);
    const key = keyOf(operation);
    return new Observable((observer) => {
      const line = lines.get(key) ?? { underWay: null, next: null };
      lines.set(key, line);
      const round = (line.next ??= { ask: () => forward(operation), observers: new Set() });
      round.observers.add(observer);
      queueMicrotask(() => start(key, line));
      return () => {
        round.observers.delete(observer);
        if (round.observers.size === 0) round.stop?.();
      };
    });
  });
}

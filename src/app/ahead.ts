import { ApolloLink, type Observable } from '@apollo/client';
import { shareReplay } from 'rxjs';
import { keyOf } from './in-order.ts';

/** A page is rendered sooner than this, and what it requests later must be current. */
const KEPT_MS = 5000;

/**
 * A query with the context `isAhead` is sent at once, before the page that shows its data is rendered; whoever then
 * requests the same first receives that response.
 */
export function ahead(): ApolloLink {
  const underWay = new Map<string, Observable<ApolloLink.Result>>();
  return new ApolloLink((operation, forward) => {
    const key = keyOf(operation);
    if (operation.getContext().isAhead) {
      const response = forward(operation).pipe(shareReplay(1));
      underWay.set(key, response);
      setTimeout(() => underWay.delete(key), KEPT_MS);
      return response;
    }
    const response = underWay.get(key);
    underWay.delete(key);
    return response ?? forward(operation);
  });
}

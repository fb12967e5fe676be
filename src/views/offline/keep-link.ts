import { ApolloLink, Observable, ServerError } from '@apollo/client';
import { showsKept, showsNews } from './as-of.ts';
import { keepAnswer, keptAnswer } from './kept-answers.ts';

/** What a driver needs without a connection: the board, their own jobs, and the frame around them. */
const KEPT: readonly string[] = ['Loads', 'Load', 'NewestLoads', 'CarrierGaps', 'Brokerage'];
/** Other queries only serve the frame, so they do not determine the age of the data shown. */
const LISTS: readonly string[] = ['Loads', 'Load'];

/** No response, or only one from a proxy in front of the server. */
const isCutOff = (error: unknown): boolean =>
  ServerError.is(error) ? error.statusCode >= 502 : error instanceof TypeError;

/** Stores responses for this person, and returns them if the server cannot be reached. Refusals are not replaced. */
export function keepLink(personId: string): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const name = operation.operationName ?? '';
    if (!KEPT.includes(name)) return forward(operation);
    const key = `${name} ${JSON.stringify(operation.variables)}`;
    const isList = LISTS.includes(name);
    return new Observable((observer) => {
      const asked = forward(operation).subscribe({
        next(result) {
          if (result.data && !result.errors) void keepAnswer(personId, key, result.data);
          if (isList) showsNews();
          observer.next(result);
        },
        error(error: unknown) {
          if (!isCutOff(error)) return observer.error(error);
          void keptAnswer<NonNullable<ApolloLink.Result['data']>>(personId, key).then((kept) => {
            if (!kept) return observer.error(error);
            if (isList) showsKept(kept.at);
            observer.next({ data: kept.data });
            observer.complete();
          });
        },
        complete: () => observer.complete(),
      });
      return () => asked.unsubscribe();
    });
  });
}

import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useLoad } from './use-load.ts';

interface Paged<Answer, Wanted extends OperationVariables, Row> {
  document: TypedDocumentNode<Answer, Wanted>;
  /** Which rows, without the page. */
  variables: Wanted;
  fetchPolicy?: 'cache-first' | 'cache-and-network';
  rowsOf: (answer: Answer) => readonly Row[];
  /** Where the page that follows begins; null after the last one. */
  nextOf: (answer: Answer) => string | null | undefined;
  /** The answer with these rows in place of its own. */
  withRows: (answer: Answer, rows: Row[]) => Answer;
}

/** A list that grows page by page. What stands in it can be read again without making it short. */
export function usePages<Answer, Wanted extends OperationVariables, Row>({
  document,
  variables,
  fetchPolicy,
  rowsOf,
  nextOf,
  withRows,
}: Paged<Answer, Wanted, Row>) {
  const client = useApolloClient();
  const { data: answered, error } = useQuery(document, { variables, fetchPolicy } as useQuery.Options<Answer, Wanted>);
  const data = answered as Answer | undefined;

  const shown = () => client.readQuery({ query: document, variables });
  const write = (answer: Answer) => client.writeQuery({ query: document, variables, data: answer });
  async function page(after: string | null | undefined): Promise<Answer> {
    const { data: read } = await client.query({
      query: document,
      variables: { ...variables, after } as Wanted,
      fetchPolicy: 'no-cache',
    });
    return read as Answer;
  }

  const { busy, failed, load } = useLoad(async () => {
    const after = data && nextOf(data);
    const next = await page(after);
    const before = shown();
    // A reload may have put fewer rows there meanwhile: a page is only put behind the rows that it follows.
    if (before && nextOf(before) === after) write(withRows(next, [...rowsOf(before), ...rowsOf(next)]));
  });

  /** Reads as many rows again as are shown when they arrive: a page may have been added meanwhile. */
  async function readAgain(): Promise<void> {
    let read: Answer = await page(undefined);
    const count = () => {
      const now = shown();
      return now ? rowsOf(now).length : 0;
    };
    for (let after = nextOf(read); after && rowsOf(read).length < count(); after = nextOf(read)) {
      const next = await page(after);
      read = withRows(next, [...rowsOf(read), ...rowsOf(next)]);
    }
    write(read);
  }

  return {
    data,
    /** Nothing could be read, and nothing is there from before. */
    error: data === undefined ? error : undefined,
    more: data && nextOf(data) ? { load, busy, failed } : null,
    /** Puts what is shown right, if it is shown; null changes nothing. */
    change(make: (answer: Answer) => Answer | null) {
      const before = shown();
      const after = before && make(before);
      if (after) write(after);
    },
    /** One that fails leaves what is shown; the next change tries again. */
    reload: () => void readAgain().catch(() => {}),
  };
}

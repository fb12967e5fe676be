import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient, useQuery } from '@apollo/client/react';
import { useLoad } from './use-load.ts';

interface Paged<Answer, Wanted extends OperationVariables, Row> {
  document: TypedDocumentNode<Answer, Wanted>;
  /** Selects the rows, without the page. */
  variables: Wanted;
  fetchPolicy?: 'cache-first' | 'cache-and-network';
  rowsOf: (answer: Answer) => readonly Row[];
  /** The cursor of the next page; null after the last one. */
  nextOf: (answer: Answer) => string | null | undefined;
  /** The response with these rows instead of its own. */
  withRows: (answer: Answer, rows: Row[]) => Answer;
}

/** A list that grows page by page. It can be reloaded without becoming shorter. */
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
    // A reload may have returned fewer rows meanwhile: a page is only appended to the rows that it follows.
    if (before && nextOf(before) === after) write(withRows(next, [...rowsOf(before), ...rowsOf(next)]));
  });

  /** Reloads as many rows as are shown when they arrive: a page may have been added meanwhile. */
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
    /** Loading failed, and there is no earlier data. */
    error: data === undefined ? error : undefined,
    more: data && nextOf(data) ? { load, busy, failed } : null,
    /** Updates what is shown, if it is shown; null changes nothing. */
    change(make: (answer: Answer) => Answer | null) {
      const before = shown();
      const after = before && make(before);
      if (after) write(after);
    },
    /** After a failure the current rows stay; the next change tries again. */
    reload: () => void readAgain().catch(() => {}),
  };
}

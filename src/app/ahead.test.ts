import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { parse } from 'graphql';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ahead } from './ahead.ts';
import { inOrder } from './in-order.ts';

/** The requests that reached the server, and how to answer them. */
let sent: { id: number; answer: (value: number) => void; fail: () => void }[];
let client: ApolloClient;
const query = parse('query Lead($id: Int) { value(id: $id) }');

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  const server = new ApolloLink(
    ({ variables }) =>
      new Observable((observer) => {
        sent.push({
          id: variables.id as number,
          fail: () => observer.error(new Error('down')),
          answer(value: number) {
            observer.next({ data: { value } });
            observer.complete();
          },
        });
      }),
  );
  client = new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.from([inOrder(), ahead(), server]),
    queryDeduplication: false,
  });
});
afterEach(() => vi.useRealTimers());

const read = (id: number, context = {}) =>
  client
    .query<{ value: number }>({ query, variables: { id }, fetchPolicy: 'no-cache', context })
    .then(({ data }) => data?.value, String);
const readAhead = (id: number) => read(id, { isAhead: true });

test('it is sent before anything else in this turn, and the page receives its response', async () => {
  void readAhead(1);
  expect(sent).toHaveLength(1);
  const page = read(1);
  await vi.advanceTimersByTimeAsync(0);
  sent[0]!.answer(7);
  expect(await page).toBe(7);
  expect(sent).toHaveLength(1);
});

test('a page that is rendered after the response still receives it, and only once', async () => {
  const first = readAhead(1);
  sent[0]!.answer(7);
  await first;
  expect(await read(1)).toBe(7);
  const second = read(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toHaveLength(2);
  sent[1]!.answer(8);
  expect(await second).toBe(8);
});

test('other variables are another request', async () => {
  void readAhead(1);
  void read(2);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.map(({ id }) => id)).toEqual([1, 2]);
});

test('the page hears of a failure', async () => {
  void readAhead(1);
  const page = read(1);
  await vi.advanceTimersByTimeAsync(0);
  sent[0]!.fail();
  expect(await page).toContain('down');
});

test('what failed before the page was rendered is requested again', async () => {
  const early = readAhead(1);
  sent[0]!.fail();
  await early;
  const page = read(1);
  await vi.advanceTimersByTimeAsync(0);
  sent[1]!.answer(7);
  expect(await page).toBe(7);
});

test('a response that nobody requested is not shown later', async () => {
  const early = readAhead(1);
  sent[0]!.answer(7);
  await early;
  await vi.advanceTimersByTimeAsync(5000);
  void read(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toHaveLength(2);
});

import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { parse } from 'graphql';
import { beforeEach, expect, test } from 'vitest';
import { inOrder } from './in-order.ts';

/** The requests that reached the server, and how to answer them. */
let sent: { name: string; answer: (value: number) => void; fail: () => void; isStopped: boolean }[];
let link: ApolloLink;
const client = new ApolloClient({ cache: new InMemoryCache(), link: ApolloLink.empty() });

beforeEach(() => {
  sent = [];
  const server = new ApolloLink(
    ({ operationName, variables }) =>
      new Observable((observer) => {
        const request = {
          name: `${operationName} ${variables.id}`,
          isStopped: false,
          fail: () => observer.error(new Error('down')),
          answer(value: number) {
            observer.next({ data: { value } });
            observer.complete();
          },
        };
        sent.push(request);
        return () => (request.isStopped = true);
      }),
  );
  link = ApolloLink.from([inOrder(), server]);
});

function ask(id = 1, kind = 'query') {
  const heard: unknown[] = [];
  const query = parse(`${kind} Lead($id: Int) { value(id: $id) }`);
  const subscription = ApolloLink.execute(link, { query, variables: { id } }, { client }).subscribe({
    next: ({ data }) => heard.push(data?.value),
    error: () => heard.push('failed'),
    complete: () => heard.push('done'),
  });
  return { heard, stop: () => subscription.unsubscribe() };
}
/** Resolves once all pending microtasks have run. */
const settled = async (): Promise<void> => {
  for (let round = 0; round < 5; round++) await Promise.resolve();
};

test('asked twice in one breath it is one question', async () => {
  const [one, other] = [ask(), ask()];
  await settled();
  expect(sent).toHaveLength(1);
  sent[0]!.answer(7);
  expect([one.heard, other.heard]).toEqual([
    [7, 'done'],
    [7, 'done'],
  ]);
});

test('asked while it is under way it waits, and is asked once more for all who wait', async () => {
  const early = ask();
  await settled();
  const [late, later] = [ask(), ask()];
  await settled();
  expect(sent).toHaveLength(1);
  sent[0]!.answer(1);
  await settled();
  expect(sent).toHaveLength(2);
  sent[1]!.answer(2);
  expect([early.heard, late.heard, later.heard]).toEqual([
    [1, 'done'],
    [2, 'done'],
    [2, 'done'],
  ]);
});

test('other questions, and whatever writes, do not wait', async () => {
  ask(1);
  ask(2);
  ask(1, 'mutation');
  ask(1, 'mutation');
  await settled();
  expect(sent.map(({ name }) => name).toSorted()).toEqual(['Lead 1', 'Lead 1', 'Lead 1', 'Lead 2']);
});

test('a failure, and a question that nobody waits for any more, let the next one go', async () => {
  const failing = ask();
  await settled();
  const next = ask();
  sent[0]!.fail();
  await settled();
  const last = ask();
  await settled();
  next.stop();
  await settled();
  expect([failing.heard, sent.length, sent[1]!.isStopped]).toEqual([['failed'], 3, true]);
  sent[2]!.answer(3);
  expect([next.heard, last.heard]).toEqual([[], [3, 'done']]);
});

test('an answer that may be older than a write is asked for again', async () => {
  const reader = ask(1);
  await settled();
  ask(1, 'mutation');
  const [read, write] = sent;
  write!.answer(5);
  read!.answer(4);
  await settled();
  expect([reader.heard, read!.isStopped, sent.length]).toEqual([[], true, 3]);
  sent[2]!.answer(5);
  expect(reader.heard).toEqual([5, 'done']);
});

test('however much is written meanwhile, an answer comes', async () => {
  const reader = ask(1);
  for (let round = 0; round < 4; round++) {
    await settled();
    const read = sent.at(-1)!;
    ask(1, 'mutation');
    await settled();
    sent.at(-1)!.answer(round);
    read.answer(round);
  }
  expect(reader.heard).toEqual([3, 'done']);
});

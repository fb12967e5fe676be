import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readEvents, type StreamEvent } from './changes.ts';

async function eventsOf(chunks: (string | Buffer)[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of readEvents(Readable.from(chunks.map((chunk) => Buffer.from(chunk))))) events.push(event);
  return events;
}

test('events are read wherever the chunks are cut, comments are passed over', async () => {
  const text = ': hello\n\nid: 1\ndata: {"id":"ä"}\n\nevent: change\r\nid: 2\r\ndata: {\r\ndata: "id":"b"}\r\n\r\n';
  const expected = [
    { id: 1, data: { id: 'ä' } },
    { id: 2, data: { id: 'b' } },
  ];
  expect(await eventsOf([text])).toEqual(expected);
  expect(await eventsOf([...Buffer.from(text)].map((byte) => Buffer.from([byte])))).toEqual(expected);
});

test('an event that was not finished is none', async () => {
  expect(await eventsOf(['id: 1\ndata: {}\n'])).toEqual([]);
});

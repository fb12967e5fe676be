import type { Readable } from 'node:stream';
import { createParser } from 'eventsource-parser';
import type { EventSourceMessage } from 'eventsource-parser';

/** One event of a text/event-stream: its id and its data, parsed as JSON. */
export type StreamEvent = { id: number; data: unknown };

/** Reads the events of a stream until it ends. Comments and events of other fields alone are passed over. */
export async function* readEvents(stream: Readable): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  let events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    for (const { id, data } of events) yield { id: Number(id ?? 0), data: JSON.parse(data) as unknown };
    events = [];
  }
}

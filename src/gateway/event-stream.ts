import type { Readable } from 'node:stream';

/** One event of a text/event-stream: its id and its data, parsed as JSON. */
export type StreamEvent = { id: number; data: unknown };

/** Reads the events of a stream until it ends. Comments and fields that we do not use are passed over. */
export async function* readEvents(stream: Readable): AsyncGenerator<StreamEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    rest += decoder.decode(chunk, { stream: true }).replaceAll('\r', '');
    let end = rest.indexOf('\n\n');
    while (end >= 0) {
      const event = parseEvent(rest.slice(0, end));
      if (event) yield event;
      rest = rest.slice(end + 2);
      end = rest.indexOf('\n\n');
    }
  }
}

function parseEvent(block: string): StreamEvent | null {
  let id = 0;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (field === 'id') id = Number(value);
    if (field === 'data') data.push(value);
  }
  return data.length > 0 ? { id, data: JSON.parse(data.join('\n')) as unknown } : null;
}

import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { Change } from '#src/views/ui/live-context.ts';
import { createLive } from './live.ts';

/** Behaves like a browser socket: sending on a closing one logs an error to the console. */
class Socket {
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  static all: Socket[] = [];
  static complaints: string[] = [];
  readyState = 0;
  sent: string[] = [];
  last: object = {};
  onopen: (() => void) | null = null;
  onclose: ((event: object) => void) | null = null;
  onmessage: ((event: object) => void) | null = null;

  constructor() {
    Socket.all.push(this);
  }
  send(text: string): void {
    this.last = JSON.parse(text) as object;
    if (this.readyState === Socket.OPEN) this.sent.push((this.last as { type: string }).type);
    else Socket.complaints.push(text);
  }
  close(code: number, reason: string): void {
    this.readyState = Socket.CLOSING;
    setTimeout(() => {
      this.readyState = Socket.CLOSED;
      this.onclose?.({ code, reason });
    });
  }
  open(): void {
    this.readyState = Socket.OPEN;
    this.onopen?.();
  }
  acknowledge(): void {
    this.onmessage?.({ data: JSON.stringify({ type: 'connection_ack' }) });
  }
}

vi.stubGlobal('WebSocket', Socket);
vi.stubGlobal('location', { protocol: 'http:', host: 'page.example' });
afterAll(() => void vi.unstubAllGlobals());
afterEach(() => {
  Socket.all = [];
  Socket.complaints = [];
});

const nextSocket = async (count: number): Promise<Socket> =>
  await vi.waitUntil(() => (Socket.all.length === count ? Socket.all.at(-1) : undefined));
const settled = async (): Promise<void> => await new Promise((resolve) => setTimeout(resolve, 20));

test('a page that is left while it still connects sends nothing on the closing socket', async () => {
  const leave = createLive()(() => {});
  const socket = await nextSocket(1);
  socket.open();
  leave();
  socket.acknowledge();
  await settled();
  expect([Socket.complaints, socket.sent, socket.readyState]).toEqual([[], ['connection_init'], Socket.CLOSED]);
});

test('one that is left ends its subscription, and its end does not touch the next', async () => {
  const live = createLive();
  const leave = live(() => {});
  const first = await nextSocket(1);
  first.open();
  first.acknowledge();
  await settled();
  leave();
  const leaveAgain = live(() => {});
  const second = await nextSocket(2);
  second.open();
  second.acknowledge();
  await settled();
  expect([first.sent, first.readyState]).toEqual([['connection_init', 'subscribe', 'complete'], Socket.CLOSED]);
  // Another listener of the same page does not open a third socket.
  const leaveToo = live(() => {});
  await settled();
  expect(Socket.all).toHaveLength(2);
  leaveAgain();
  leaveToo();
  await settled();
  expect([Socket.complaints, second.readyState]).toEqual([[], Socket.CLOSED]);
});

test('a chat whose link is refused is read once more, and is not asked for again', async () => {
  const told: Change[] = [];
  const leave = createLive('1f0e7d7e-0000-4000-8000-000000000000')((change) => told.push(change));
  const socket = await nextSocket(1);
  socket.open();
  socket.acknowledge();
  await settled();
  const { id } = socket.last as { id: string };
  socket.onmessage?.({ data: JSON.stringify({ id, type: 'error', payload: [{ message: 'This chat is closed.' }] }) });
  await settled();
  expect([told.map(({ noun }) => noun), Socket.all.length]).toEqual([['everything'], 1]);
  leave();
});

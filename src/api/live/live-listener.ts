import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface LiveListener {
  /** Settles at the first successful connection. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

const heartbeatMilliseconds = 15_000;

/**
 * Keeps one connection on the channel `live`. `catchUp` runs after every notification and after every connection, since
 * notifications are lost without one; when it fails, the connection is reopened. `pass` receives notifications that
 * carry their content themselves, as JSON.
 */
export function listenForLive(
  connection: pg.ClientConfig,
  catchUp: () => Promise<void>,
  pass: (payload: string) => void,
): LiveListener {
  const closing = new AbortController();
  const { promise: ready, resolve: becomeReady } = Promise.withResolvers<void>();

  const listen = async (): Promise<void> => {
    const client = new pg.Client({ ...connection, application_name: 'leads-live', query_timeout: 5_000 });
    let heartbeat: NodeJS.Timeout | undefined;
    const lost = new Promise<void>((settle) => {
      client.on('error', () => settle());
      client.on('end', () => settle());
      closing.signal.addEventListener('abort', () => settle(), { once: true });
      client.on('notification', ({ payload = '' }) => {
        if (payload.startsWith('{')) pass(payload);
        else void catchUp().catch(() => settle());
      });
      // Queries regularly to detect a peer that vanished silently.
      heartbeat = setInterval(() => void client.query('select 1').catch(() => settle()), heartbeatMilliseconds).unref();
    });
    try {
      await client.connect();
      await client.query('listen live');
      await catchUp();
      becomeReady();
      await lost;
    } finally {
      clearInterval(heartbeat);
      // A graceful close would wait forever for a vanished peer.
      await Promise.race([client.end().catch(() => {}), sleep(1_000, undefined, { ref: false })]);
    }
  };

  const running = (async () => {
    while (!closing.signal.aborted) {
      await listen().catch(() => {});
      await sleep(200, undefined, { signal: closing.signal }).catch(() => {});
    }
  })();

  return {
    ready,
    async close() {
      closing.abort();
      await running;
    },
  };
}

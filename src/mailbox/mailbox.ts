import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { createMailboxStore } from './mailbox-store.ts';

export interface Mailbox {
  /** Where `createMail` delivers to. */
  readonly smtpUrl: string;
  stop(): Promise<void>;
}

const largestMail = 40 * 1_048_576;

/**
 * A real SMTP server on a local port (a free one by default) that stores every email as a file in `dataDir/mailbox`, so
 * that a demo sends no real email and everyone can read it. An email delivered twice (same Message-ID) is stored once.
 */
export async function startMailbox({ dataDir, port = 0 }: { dataDir: string; port?: number }): Promise<Mailbox> {
  const { SMTPServer } = await import('smtp-server');
  const store = createMailboxStore(dataDir);
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    size: largestMail,
    closeTimeout: 1_000,
    onData(stream, _session, done) {
      const keep = async (): Promise<void> => {
        const mail = await receive(stream);
        if (stream.sizeExceeded) throw Object.assign(new Error('The mail is too large.'), { responseCode: 552 });
        await store.add(mail);
      };
      callbackify(keep)(done);
    },
  });
  // Interrupted connections are left to the sender, which retries.
  server.on('error', () => {});
  await new Promise<void>((settle, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', settle);
  });
  const bound = server.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${bound.port}`,
    stop: () => new Promise((settle) => server.close(() => settle())),
  };
}

/** Reads and discards the rest of an oversized email, so that the sender receives the refusal. */
async function receive(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= largestMail) chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';

export interface Received {
  /** kB of 1,000 bytes as transferred, without headers, for these files. */
  kilobytes: (of: ReadonlySet<string>) => number;
  /** The same for all scripts and styles. */
  all: () => number;
  /** What the styles in the document itself add to it, compressed as it was. */
  inlineStyles: () => Promise<number>;
  /** Those of these files that were not received. */
  missing: (of: ReadonlySet<string>) => string[];
  /** What was transferred without compression. */
  plain: string[];
}

/** Counts the scripts and styles that a page receives from now on. */
export async function countReceived(page: Page): Promise<Received> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const bodies = new Map<string, number>();
  const files = new Map<string, string>();
  const plain: string[] = [];
  let document = { id: '', size: 0 };
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Document') document = { id: requestId, size: Number(response.headers['content-length']) };
    if (type !== 'Script' && type !== 'Stylesheet') return;
    bodies.set(requestId, 0);
    files.set(requestId, new URL(response.url).pathname.slice(1));
    const { headers } = response;
    if (!headers['content-encoding'] && Number(headers['content-length'] ?? Infinity) > 1024) plain.push(response.url);
  });
  network.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const before = bodies.get(requestId);
    if (before !== undefined) bodies.set(requestId, before + encodedDataLength);
  });
  const sum = (isMeant: (file: string) => boolean) =>
    [...bodies].reduce((total, [id, size]) => total + (isMeant(files.get(id)!) ? size : 0), 0) / 1000;
  return {
    kilobytes: (of) => sum((file) => of.has(file)),
    all: () => sum(() => true),
    async inlineStyles() {
      const { body } = await network.send('Network.getResponseBody', { requestId: document.id });
      const markup = body.replaceAll(/<style>.*?<\/style>/gs, '');
      return markup === body ? 0 : (document.size - brotliCompressSync(markup).length) / 1000;
    },
    missing: (of) => [...of].filter((file) => ![...files.values()].includes(file)),
    plain,
  };
}

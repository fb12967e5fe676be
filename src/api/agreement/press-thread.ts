import { flushCompileCache } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { sealPdf } from '#src/api/document/seal.ts';
import { agreementPdf, paperPdf } from './agreement-pdf.ts';
import type { PrintAnswer, PrintRequest, PrintTask } from './press.ts';

/** The worker thread of `press.ts`: renders and seals the tasks it receives. */
async function print(given: PrintTask): Promise<Buffer> {
  const task = { ...given, logo: given.logo && Buffer.from(given.logo) };
  const pdf = task.kind === 'agreement' ? await agreementPdf(task) : await paperPdf(task);
  if (task.kind === 'draft') return pdf;
  // The certificate arrives as a plain byte array.
  return sealPdf(pdf, Buffer.from(task.certificate), task.seal, task.sealedAt);
}

/** The thread is terminated when it is idle, which would lose what it compiled. */
let isFlushed = false;
function flushOnce(): void {
  if (!isFlushed) flushCompileCache();
  isFlushed = true;
}

parentPort!.on('message', ({ id, task }: PrintRequest) => {
  const answer = (given: PrintAnswer) => parentPort!.postMessage(given);
  print(task).then(
    (pdf) => {
      answer({ id, pdf });
      flushOnce();
    },
    (error: unknown) => answer({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});

import { getCompileCacheDir } from 'node:module';
import { dirname, extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createBounded } from '#src/api/http/bounded.ts';
import { WORK } from '#src/api/http/ceilings.ts';
import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import type { Certificate, SealDetails } from '#src/api/document/seal.ts';
import type { AgreementRow } from './agreement.repository.ts';
import type { PaperDocument } from './document.ts';
import type { OnTheSpot } from './pdf-signature.ts';

interface Letterhead {
  brokerage: Brokerage;
  logo: Buffer | null;
}

interface Sealed extends Letterhead {
  certificate: Certificate;
  seal: SealDetails;
  sealedAt: Date;
}

interface Paper {
  document: PaperDocument;
  footer: string;
  createdAt: Date;
  /** The signature of a person who signed it on the spot. */
  signature?: OnTheSpot;
}

type SealedTask = Sealed &
  ({ kind: 'agreement'; agreement: AgreementRow; party: string } | ({ kind: 'paper' } & Paper));
type DraftTask = Letterhead & Paper;
/** A document to print; all but drafts are sealed. */
export type PrintTask = SealedTask | ({ kind: 'draft' } & DraftTask);

export interface PrintRequest {
  id: number;
  task: PrintTask;
}
export type PrintAnswer = { id: number; pdf: Uint8Array } | { id: number; error: string };

const IDLE_MILLISECONDS = 60_000;
/** Rendering a document leaves much short-lived garbage; a larger young generation would only delay its collection. */
const YOUNG_MEGABYTES = 16;
const bounded = createBounded(WORK.documents);

interface Waiting {
  settle: (pdf: Buffer) => void;
  fail: (error: Error) => void;
}

interface Press {
  thread: Worker;
  waiting: Map<number, Waiting>;
  rest: NodeJS.Timeout | undefined;
}

let press: Press | undefined;
let lastId = 0;

/**
 * Renders and seals a document in a separate thread: a contract takes about 50 ms of CPU time, during which this
 * process keeps answering requests. The thread starts with the first document and ends when it is idle, or when a
 * document takes too much time or memory.
 *
 * @throws Problem 503 when too many wait
 */
export function printSealed(task: SealedTask): Promise<Buffer> {
  return bounded(() => print(task));
}

/**
 * The same for a document that binds nobody: it is not sealed.
 *
 * @throws Problem 503 when too many wait
 */
export function printDraft(task: DraftTask): Promise<Buffer> {
  return bounded(() => print({ kind: 'draft', ...task }));
}

function print(task: PrintTask): Promise<Buffer> {
  press ??= startPress();
  const { thread, waiting, rest } = press;
  clearTimeout(rest);
  thread.ref();
  const id = ++lastId;
  const late = setTimeout(() => void thread.terminate(), WORK.documents.seconds * 1000);
  return new Promise<Buffer>((settle, fail) => {
    waiting.set(id, { settle, fail });
    thread.postMessage({ id, task } satisfies PrintRequest);
  }).finally(() => clearTimeout(late));
}

function startPress(): Press {
  // Like this file, it is a .ts file in the sources and a .js file in the built server.
  const entry = `./press-thread${extname(import.meta.url)}`;
  // A thread does not inherit the compile cache. Without it, most of a first document's time compiles the libraries.
  const cache = getCompileCacheDir();
  const started: Press = {
    thread: new Worker(new URL(entry, import.meta.url), {
      // Node appends the folder of its own version.
      env: cache === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(cache) },
      resourceLimits: { maxOldGenerationSizeMb: WORK.documents.megabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    }),
    waiting: new Map(),
    rest: undefined,
  };
  const { thread, waiting } = started;
  thread.on('message', (answer: PrintAnswer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('pdf' in answer) asked?.settle(Buffer.from(answer.pdf));
    else asked?.fail(new Error(answer.error));
    if (waiting.size === 0) rest(started);
  });
  const end = (error: Error) => {
    if (press === started) press = undefined;
    for (const asked of waiting.values()) asked.fail(error);
    waiting.clear();
  };
  thread.on('error', end);
  thread.on('exit', () => end(new Error('The thread that prints documents ended.')));
  return started;
}

/** An idle thread must not keep the process alive, and releases its memory soon. */
function rest(idle: Press): void {
  idle.thread.unref();
  idle.rest = setTimeout(() => {
    if (press === idle) press = undefined;
    void idle.thread.terminate();
  }, IDLE_MILLISECONDS).unref();
}

import { newId } from '#src/api/database/ids.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { StoredUpload } from '#src/api/http/multipart.ts';
import type { ApiParts } from '#src/api/parts.ts';

const MAXIMUM_BYTES = 1_048_576;

/** A file of the demo before it is stored. */
export interface Content {
  name: string;
  mediaType: string;
  content: Buffer;
}

/** The product on a day of the past. */
export interface Past {
  /** For the product's own calls: their clock is set by `moveTo`. */
  parts: ApiParts;
  /** @throws once the signal has been aborted */
  moveTo(at: Date): void;
  /** Stores a file like an upload. */
  store(file: Content): Promise<StoredUpload>;
  /** The keys of all stored files, which are deleted if the demo fails. */
  readonly stored: { key: string }[];
  /** The URL in the last email of that kind to someone: the people of the demo have no other mailbox. */
  addressMailedTo(recipient: string, kind: string): string;
  /** Enqueues the jobs left by the past, newest first. */
  enqueueJobs(tx: Tx): Promise<void>;
}

/**
 * Of the jobs from each past call, a demo keeps only reminders whose time is still to come: what was mailed then has
 * arrived, and documents are printed when somebody opens them.
 */
export function thePast(parts: ApiParts, signal?: AbortSignal): Past {
  let now = parts.now();
  const letters = new Map<string, string>();
  const waiting: Parameters<ApiParts['jobs']['enqueue']>[] = [];
  const stored: { key: string }[] = [];

  return {
    parts: {
      ...parts,
      now: () => now,
      // The product is not listening yet, so it has no URL of its own; nobody reads these emails.
      publicUrl: () => 'http://demo.invalid',
      mail: {
        ...parts.mail,
        async send(_tx, { to, kind, text }) {
          letters.set(`${kind} ${to}`, text);
          return newId();
        },
      },
      jobs: {
        ...parts.jobs,
        async enqueue(tx, name, data, options) {
          waiting.push([tx, name, data, options]);
          return null;
        },
      },
    },
    moveTo(at) {
      signal?.throwIfAborted();
      now = at;
    },
    async store({ name, mediaType, content }) {
      const { key, size, sha256 } = await parts.files.put(content, { maximumBytes: MAXIMUM_BYTES });
      stored.push({ key });
      return { field: 'file', key, name, mediaType, size, sha256 };
    },
    stored,
    addressMailedTo(recipient, kind) {
      const url = /https?:\/\/\S+/.exec(letters.get(`${kind} ${recipient}`) ?? '')?.[0];
      if (!url) throw new Error(`Nobody has mailed ${recipient} a link: ${kind}`);
      return url;
    },
    async enqueueJobs(tx) {
      const today = parts.now();
      for (const [, name, data, options] of waiting.toReversed()) {
        const { startAfter } = options ?? {};
        if (startAfter instanceof Date && startAfter > today) await parts.jobs.enqueue(tx, name, data, options);
      }
    },
  };
}

/** Something that happens at a certain time. */
export interface Happening {
  at: Date;
  run: () => Promise<void>;
}

/** Runs everything in chronological order. */
export async function play(past: Past, happenings: readonly Happening[]): Promise<void> {
  for (const { at, run } of happenings.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    past.moveTo(at);
    await run();
  }
}

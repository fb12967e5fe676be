import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { problemOf } from './problem.ts';

export interface UploadItem {
  id: string;
  file: File;
  /** `waiting`: there was no response, and it is sent again once there is a connection. */
  state: 'uploading' | 'waiting' | 'failed';
  /** 0 to 1. */
  progress: number;
  problem: string | null;
}

/** A phone may report a connection although nothing gets through. */
const RESEND_AFTER_MS = 30_000;

type Send = (file: File, options: { onProgress: (fraction: number) => void; signal: AbortSignal }) => Promise<unknown>;

interface Uploads {
  items: readonly UploadItem[];
  /** `refusalOf`: why a file was refused earlier; it is then sent only by `retry`. */
  add: (files: Iterable<File>, refusalOf?: (file: File) => string | undefined) => void;
  cancel: (id: string) => void;
  retry: (id: string) => void;
}

interface Options {
  /** Given if files without a response are sent again; `send` then uses the same key for each attempt. */
  waiting?: {
    /** What to tell people meanwhile. */
    text: (file: File) => string;
    /** They are sent as soon as it becomes false, and from time to time. */
    isCutOff: boolean;
  };
}

/**
 * Uploads in progress. `send` usually calls `uploadFile`; a finished file leaves the list if the page shows it itself.
 */
export function useUploads(
  send: Send,
  onDone: (answer: unknown, file: File) => void,
  { waiting }: Options = {},
): Uploads {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const stops = useRef(new Map<string, AbortController>());
  const change = (id: string, part: Partial<UploadItem>) =>
    setItems((all) => all.map((item) => (item.id === id ? { ...item, ...part } : item)));
  const remove = (id: string) => setItems((all) => all.filter((item) => item.id !== id));

  async function run(id: string, file: File) {
    const stop = new AbortController();
    stops.current.set(id, stop);
    try {
      const answer = await send(file, { signal: stop.signal, onProgress: (progress) => change(id, { progress }) });
      remove(id);
      onDone(answer, file);
    } catch (error) {
      if (stop.signal.aborted) return remove(id);
      const { status, detail } = problemOf(error);
      if (waiting && !status) return change(id, { state: 'waiting', problem: waiting.text(file) });
      const fallback = status === 413 ? 'The file is too large.' : 'Upload failed. Check your connection.';
      change(id, { state: 'failed', problem: detail ?? fallback });
    }
  }

  function retry(id: string) {
    const item = items.find((one) => one.id === id);
    if (!item) return;
    change(id, { state: 'uploading', progress: 0, problem: null });
    void run(id, item.file);
  }

  const resend = useEffectEvent(() => {
    for (const { id, state } of items) if (state === 'waiting') retry(id);
  });
  const isResent = waiting?.isCutOff === false;
  useEffect(() => {
    if (!isResent) return;
    const soon = setTimeout(resend);
    const again = setInterval(resend, RESEND_AFTER_MS);
    return () => {
      clearTimeout(soon);
      clearInterval(again);
    };
  }, [isResent]);

  return {
    items,
    add(files, refusalOf) {
      const added = [...files].map((file): UploadItem => {
        const problem = refusalOf?.(file) ?? null;
        return { id: crypto.randomUUID(), file, state: problem ? 'failed' : 'uploading', progress: 0, problem };
      });
      setItems((all) => [...all, ...added]);
      for (const { id, file, state } of added) if (state === 'uploading') void run(id, file);
    },
    cancel(id) {
      stops.current.get(id)?.abort();
      remove(id);
    },
    retry,
  };
}

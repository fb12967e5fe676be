import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { problemOf } from './problem.ts';

export interface UploadItem {
  id: string;
  file: File;
  state: 'uploading' | 'done' | 'failed';
  /** 0 to 1. */
  progress: number;
  problem: string | null;
  /** No response: trying again may help. */
  isUnanswered?: boolean;
}

type Send = (file: File, options: { onProgress: (fraction: number) => void; signal: AbortSignal }) => Promise<unknown>;

interface Uploads {
  items: readonly UploadItem[];
  add: (files: Iterable<File>) => void;
  cancel: (id: string) => void;
  retry: (id: string) => void;
}

interface Options {
  /**
   * Files without a response are sent again once there is a connection. In that case `send` uses the same key for each
   * attempt.
   */
  isResent?: boolean;
}

/**
 * Uploads in progress. `send` usually calls `uploadFile`; a finished file leaves the list if the page shows it itself.
 */
export function useUploads(
  send: Send,
  onDone: (answer: unknown, file: File) => void,
  { isResent = false }: Options = {},
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
      const isUnanswered = !status;
      const fallback =
        status === 413
          ? 'The file is too large.'
          : isResent && isUnanswered
            ? 'No connection. Keep this page open: the file is sent when you’re back online.'
            : 'Upload failed. Check your connection.';
      change(id, { state: 'failed', problem: detail ?? fallback, isUnanswered });
    }
  }

  function retry(id: string) {
    const item = items.find((one) => one.id === id);
    if (!item) return;
    change(id, { state: 'uploading', progress: 0, problem: null, isUnanswered: false });
    void run(id, item.file);
  }

  const resend = useEffectEvent(() => {
    for (const { id, isUnanswered } of items) if (isUnanswered) retry(id);
  });
  useEffect(() => {
    if (!isResent) return;
    addEventListener('online', resend);
    return () => removeEventListener('online', resend);
  }, [isResent]);

  return {
    items,
    add(files) {
      const added = [...files].map((file): UploadItem => ({
        id: crypto.randomUUID(),
        file,
        state: 'uploading',
        progress: 0,
        problem: null,
      }));
      setItems((all) => [...all, ...added]);
      for (const { id, file } of added) void run(id, file);
    },
    cancel(id) {
      stops.current.get(id)?.abort();
      remove(id);
    },
    retry,
  };
}

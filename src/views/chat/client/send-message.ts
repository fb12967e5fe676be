import { LARGEST_FILES, showLimit } from '#src/machines/file/accepted-files.ts';
import type { Outgoing, SendEvent } from '#src/machines/chat/outbox.machine.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { sendForm } from '#src/views/ui/upload-file.ts';

/** The response to the upload, in REST's spelling. */
interface Answer {
  messages: { id: string; author: string }[];
}

const FALLBACKS: Record<number, string> = {
  413: `A photo can be up to ${showLimit(LARGEST_FILES.chatPhotos)}.`,
  429: 'That was too much at once. Try again in a few minutes.',
};

/** Sends one message; returns the result, or null if it was canceled. */
export async function sendMessage(
  link: string,
  { key, text, photos }: Outgoing,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<SendEvent | null> {
  const body = new FormData();
  if (text) body.append('message', text);
  for (const photo of photos) body.append('photos', photo, photo.name);
  try {
    const { messages } = (await sendForm(hrefs.client.chatMessages(link), body, { key, onProgress, signal })) as Answer;
    return { type: 'upload.taken', id: messages.findLast(({ author }) => author === 'client')!.id };
  } catch (error) {
    if (signal.aborted) return null;
    const { status, detail } = problemOf(error);
    // Unknown whether it arrived: send the same message again.
    if (!status || status >= 500 || status === 408) return { type: 'upload.lost' };
    return { type: 'upload.refused', problem: detail ?? FALLBACKS[status] ?? 'Couldn’t send this.' };
  }
}

import { problemOf } from '#src/views/ui/problem.ts';
import { type SendOptions, uploadFile } from '#src/views/ui/upload-file.ts';
import { keepPaper, type KeptPaper } from './kept-papers.ts';

/** Sends it; a refusal is kept with it. @throws as `uploadFile` */
export async function sendPaper(
  personId: string,
  paper: KeptPaper,
  options: Omit<SendOptions, 'key'> = {},
): Promise<unknown> {
  const { leadId, kind, key, file } = paper;
  try {
    return await uploadFile(`/files/carrier/agent-lead/${leadId}/job/paper`, file, {
      ...options,
      key,
      fields: { kind: kind.replaceAll('_', '-') },
    });
  } catch (error) {
    const problem = refusalOf(error, paper) ?? undefined;
    // A retry without a response makes it one to send again; one that was removed meanwhile stays removed.
    if ((problem || paper.problem) && !options.signal?.aborted) await keepPaper(personId, { ...paper, problem });
    throw error;
  }
}

/** Why the server refused it, or null if it may still take it: there was no response, or the session has ended. */
export function refusalOf(error: unknown, { file }: KeptPaper): string | null {
  const { status, detail } = problemOf(error);
  if (!status || status === 401 || status === 429 || status >= 500) return null;
  return detail ?? (status === 413 ? 'The file is too large.' : `${file.name} wasn’t accepted.`);
}

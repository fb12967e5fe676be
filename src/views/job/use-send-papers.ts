import { useNotify } from '#src/views/ui/notify-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { PAPER_NAMES } from './job-names.ts';
import { dropPaper, keptPapers, paperUpload } from './kept-papers.ts';

/** Papers that the server refused: the page of their job shows why. */
const refused = new Set<string>();
let isSending = false;

/** Sends the papers waiting on this device, one after the other, except those of the job on the screen, which sends its own. */
export function useSendPapers(personId: string): () => Promise<void> {
  const notify = useNotify();
  return async () => {
    if (isSending) return;
    isSending = true;
    try {
      for (const paper of await keptPapers(personId)) {
        const isShown = new URLSearchParams(location.search).get('load') === paper.leadId;
        if (isShown || refused.has(paper.key)) continue;
        try {
          await paperUpload(paper);
        } catch (error) {
          const { status, detail } = problemOf(error);
          if (!status || status === 401 || status >= 500) continue;
          refused.add(paper.key);
          notify.failed(null, detail ?? `${paper.file.name} wasn’t accepted. Open the job to try again.`);
          continue;
        }
        await dropPaper(personId, paper.key);
        notify.done(`Sent: ${PAPER_NAMES[paper.kind]}`, { description: 'The broker can see it.' });
      }
    } finally {
      isSending = false;
    }
  };
}

import { useNotify } from '#src/views/ui/notify-context.ts';
import { PAPER_NAMES } from './job-names.ts';
import { dropPaper, keptPapers } from './kept-papers.ts';
import { refusalOf, sendPaper } from './send-paper.ts';

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
        if (isShown || paper.problem) continue;
        try {
          await sendPaper(personId, paper);
        } catch (error) {
          const problem = refusalOf(error, paper);
          if (problem !== null) notify.failed(null, `${paper.reference ? `Job ${paper.reference}: ` : ''}${problem}`);
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

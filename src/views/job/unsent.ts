import { draftKey } from '#src/views/ui/draft-storage.ts';
import { keptPapers } from './kept-papers.ts';
import { keptSteps } from './kept-steps.ts';
import { RECEIPT_DRAFTS } from './use-receipt.ts';

/** The steps, papers, and signatures that this device keeps because the server does not have them yet; null if none. */
export async function findUnsent(personId: string): Promise<{ verb: string; warning: string } | null> {
  const count = keptSteps().length + keptReceipts() + (await keptPapers(personId)).length;
  if (count === 0) return null;
  const what =
    count === 1
      ? 'A step, photo, paper, or signature of your jobs is only on this device. Signing out deletes it.'
      : `${count} steps, photos, papers, or signatures of your jobs are only on this device. Signing out deletes them.`;
  return {
    verb: count === 1 ? 'Delete it' : `Delete ${count}`,
    warning: `${what} Stay signed in, and ${count === 1 ? 'it’s' : 'they’re'} sent once there’s a connection.`,
  };
}

function keptReceipts(): number {
  try {
    const start = draftKey(RECEIPT_DRAFTS, 'browser');
    return Object.keys(localStorage).filter((key) => key.startsWith(start)).length;
  } catch {
    // Without storage nothing is kept.
    return 0;
  }
}

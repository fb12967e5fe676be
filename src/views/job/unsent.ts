import { draftKey } from '#src/views/ui/draft-storage.ts';
import { keptPapers } from './kept-papers.ts';
import { keptSteps } from './kept-steps.ts';
import { RECEIPT_DRAFTS } from './use-receipt.ts';

/** How many steps, papers, and signatures this device keeps because the server does not have them yet. */
export async function countUnsent(personId: string): Promise<number> {
  return keptSteps().length + keptReceipts() + (await keptPapers(personId)).length;
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

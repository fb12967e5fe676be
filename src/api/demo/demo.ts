import type { ApiParts } from '#src/api/platform/parts.ts';
import { inTransaction } from '#src/api/platform/write.ts';
import { writeDemoAccounts } from './demo-accounts.ts';

/** Fills an empty database with what a newcomer can look at; does nothing where anybody has an account. */
export async function writeDemo(parts: ApiParts): Promise<void> {
  await inTransaction(parts.database, async (tx) => {
    const somebody = await tx.selectFrom('account').select('id').limit(1).executeTakeFirst();
    if (somebody) return;
    await writeDemoAccounts(tx, parts.now());
  });
}

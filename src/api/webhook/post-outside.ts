import type { ApiParts } from '#src/api/parts.ts';
import { publicLookup, wrongAddress } from './webhook-address.ts';

/** Timeout in milliseconds. */
const PATIENCE = 10_000;

/** Without https, the product runs on a developer's machine, and so may the systems that it notifies. */
export const allowsPrivate = ({ publicUrl }: Pick<ApiParts, 'publicUrl'>): boolean => !publicUrl().startsWith('https:');

/** The result: a status, or why there is none and whether a retry could help. */
export type Posted = { status: number } | { says: string; isFinal: boolean };

/** Posts to a user-supplied address: never into our own network, and without following redirects. */
export async function postOutside(
  parts: Pick<ApiParts, 'publicUrl'>,
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string | Buffer },
): Promise<Posted> {
  const mayBePrivate = allowsPrivate(parts);
  const wrong = wrongAddress(url, { allowsPrivate: mayBePrivate });
  if (wrong !== null) return { says: wrong, isFinal: true };
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent({
    connect: { timeout: PATIENCE, ...(mayBePrivate ? {} : { lookup: publicLookup }) },
    headersTimeout: PATIENCE,
    bodyTimeout: PATIENCE,
  });
  try {
    const signal = AbortSignal.timeout(2 * PATIENCE);
    const answer = await request(url, { dispatcher, method: 'POST', headers, body, signal });
    answer.body.on('error', () => {}).destroy();
    return { status: answer.statusCode };
  } catch (failure) {
    const { message, code } = failure as { message: string; code?: string };
    return { says: `It could not be reached: ${(message || code || 'no answer').slice(0, 300)}`, isFinal: false };
  } finally {
    await dispatcher.destroy().catch(() => {});
  }
}

import { useMemo } from 'react';

/** The same key as long as the same data is sent: a retry after a lost response does not write twice. */
export function useSendKey(sent: object): string {
  const text = JSON.stringify(sent);
  // oxlint-disable-next-line react/exhaustive-deps -- a new one for each text
  return useMemo(() => crypto.randomUUID(), [text]);
}

import { useMemo } from 'react';

/** The same as long as the same is sent: trying again after a lost answer is no second one. */
export function useSendKey(sent: object): string {
  const text = JSON.stringify(sent);
  // oxlint-disable-next-line react/exhaustive-deps -- a new one for each text
  return useMemo(() => crypto.randomUUID(), [text]);
}

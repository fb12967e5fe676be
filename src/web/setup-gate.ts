const PATIENCE_MS = 2000;

/**
 * Whether the brokerage is set up, as far as it is known: a page of agents leads to the set-up until then. Once it is,
 * nobody is asked again.
 */
export function createSetupGate(restUrl: () => string): () => Promise<boolean> {
  let isSetUp = false;
  return async () => {
    if (isSetUp) return true;
    try {
      const answer = await fetch(`${restUrl()}/api/frontend/setup`, { signal: AbortSignal.timeout(PATIENCE_MS) });
      isSetUp = ((await answer.json()) as { is_open?: boolean }).is_open === false;
      return isSetUp || !answer.ok;
    } catch {
      // The page says by itself that the server cannot be asked.
      return true;
    }
  };
}

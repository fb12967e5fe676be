const PATIENCE_MS = 2000;

/**
 * Whether the brokerage is set up, as far as is known: until then, pages of agents lead to the setup. Once it is set
 * up, the API is not queried again.
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
      // The page itself reports that the server cannot be reached.
      return true;
    }
  };
}

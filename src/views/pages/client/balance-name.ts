/** What a client reads before the balance: when it is due, in the words of the agreement. */
export const balanceName = (payable: { kind: string; isDue: boolean } | null): string =>
  payable === null
    ? 'Balance'
    : payable.kind === 'balance' && payable.isDue
      ? 'Balance due'
      : 'Balance, due at delivery';

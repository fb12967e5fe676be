import { showMoney } from '#src/machines/amount/amounts.ts';

/** What a client reads before the balance: when it is due, in the words of the agreement. */
export const balanceName = (payable: { kind: string; isDue: boolean } | null): string =>
  payable === null
    ? 'Balance'
    : payable.kind === 'balance' && payable.isDue
      ? 'Balance due'
      : 'Balance, due at delivery';

/** "$2,700.00, reduced by $300.00" */
export const priceText = (total: number, reduced: number): string =>
  `${showMoney(total)}${reduced > 0 ? `, reduced by ${showMoney(reduced)}` : ''}`;

import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { EstimateSheetFragment } from '#src/generated/graphql/graphql.ts';
import { EstimateSheet } from './estimate-sheet.tsx';

const estimate: Omit<EstimateSheetFragment, 'kind'> = {
  __typename: 'Estimate',
  id: 'estimate',
  number: 1,
  lines: [],
  brokerFee: 0,
  total: 100_000,
  validUntil: '2030-06-20',
  note: null,
  changes: [],
};

test.each(['binding', 'not_to_exceed'] as const)('a %s price is for the items only where they are listed', (kind) => {
  const words = (hasItems: boolean) =>
    renderToStaticMarkup(
      <EstimateSheet estimate={{ ...estimate, kind }} paid={0} depositOpen={0} hasItems={hasItems} />,
    );
  expect(words(true)).toContain('for the items and services listed');
  expect(words(false)).toContain('for the services listed');
  expect(words(false)).not.toContain('items');
});

test('an amount that was not computed has nothing below its name', () => {
  const line = { code: 'DISC', description: 'Discount 10%', unit: 'flat', quantity: 1, rate: -10_000, amount: -10_000 };
  const words = renderToStaticMarkup(
    <EstimateSheet
      estimate={{ ...estimate, kind: 'binding', lines: [{ ...line, __typename: 'EstimateLine' } as never] }}
      paid={0}
      depositOpen={0}
      hasItems
    />,
  );
  expect(words).toContain('Discount 10%');
  expect(words).not.toContain('flat');
});

import { expect, test } from 'vitest';
import { renderBrokerShipper } from '#src/api/agreement/broker-shipper.template.ts';
import { paragraph } from '#src/api/agreement/document.ts';
import { printDraft } from '#src/api/agreement/press.ts';
import { brokerage, estimate, lead, now } from '#tests/platform/agreement-test-rows.ts';

const text = renderBrokerShipper({ brokerage, lead, estimate, now });

test('a document that wants too much memory takes only its own thread along', async () => {
  const paper = (blocks: number) =>
    printDraft({
      brokerage,
      logo: null,
      document: { ...text.document, blocks: Array.from({ length: blocks }, () => paragraph('All of it is said.')) },
      footer: 'Draft',
      createdAt: now,
    });
  await expect(paper(300_000)).rejects.toThrow(/memory/);
  expect((await paper(3)).subarray(0, 5).toString()).toBe('%PDF-');
}, 120_000);

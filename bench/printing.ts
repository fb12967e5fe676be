import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agreementPdf } from '#src/api/agreement/agreement-pdf.ts';
import { renderBrokerShipper } from '#src/api/agreement/broker-shipper.template.ts';
import { loadCertificate, sealPdf } from '#src/api/document/seal.ts';
import { brokerage, estimate, lead, now, signed } from '#tests/platform/agreement-test-rows.ts';
import { median, met } from './table.ts';

/** CPU milliseconds. */
const BUDGET = 50;
const DOCUMENTS = 20;
const ROUNDS = 5;

/**
 * How long a signed contract takes to become a sealed PDF, with the code of the printing thread; the first few only
 * compile.
 */
export async function printing(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const certificate = await loadCertificate(folder, brokerage.name);
    const agreement = signed(renderBrokerShipper({ brokerage, lead, estimate, now }), {
      name: 'Ann Miller',
      kind: 'typed',
    });
    const seal = { name: brokerage.name, reason: 'Signed by Ann Miller', location: brokerage.address };
    const rounds: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const before = process.cpuUsage();
      for (let count = 0; count < DOCUMENTS; count++)
        await sealPdf(
          await agreementPdf({ brokerage, logo: null, agreement, party: 'Client' }),
          certificate,
          seal,
          now,
        );
      const { user, system } = process.cpuUsage(before);
      if (round > 0) rounds.push((user + system) / 1000 / DOCUMENTS);
    }
    const cost = median(rounds);
    console.log(
      `a sealed contract as PDF: ${cost.toFixed(0)} ms of the processor, budget ${BUDGET} ms: ${met(cost <= BUDGET)}`,
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

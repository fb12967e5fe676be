import type { Chance } from './chance.ts';
import { plainPdf } from './demo-files.ts';
import type { DemoFile } from './demo-files.ts';
import type { RowOf } from '#src/api/database/tables.ts';
import type { LicenseRow } from '#src/api/carrier/license.ts';
import type { DemoCarrier } from './demo-carriers.ts';

export function licensesOf(
  papers: Chance,
  { docket_number, usdot, state }: RowOf<'carrier'>,
  created: Date,
): LicenseRow[] {
  const expires = `${created.getUTCFullYear() + 4}-06-30`;
  return [
    {
      id: papers.id(created),
      kind: 'FMCSA household goods authority',
      number: docket_number ?? `USDOT ${usdot}`,
      state: null,
      expires: null,
      file_id: null,
    },
    {
      id: papers.id(created),
      kind: 'State mover permit',
      number: `${state}-${papers.between(10_000, 99_999)}`,
      state,
      expires,
      file_id: null,
    },
  ];
}

/** A certificate for each policy, recorded in its row. */
export function certificates(papers: Chance, { row, policies }: DemoCarrier): DemoFile[] {
  return policies.map((policy) => {
    const { kind, insurer, policy_number, effective, expiration } = policy;
    const lines = [
      'Certificate of insurance',
      `Insured: ${row.legal_name}`,
      `Insurer: ${insurer}`,
      `Policy ${policy_number}, ${kind}`,
      `In force from ${effective} to ${expiration}`,
    ];
    policy.file_id = papers.id(new Date(row.created_at));
    return {
      id: policy.file_id,
      name: `Certificate ${policy_number}.pdf`,
      mediaType: 'application/pdf',
      content: plainPdf(lines),
    };
  });
}

/** A copy of each license, recorded in the row. */
export function licenseCopies(papers: Chance, row: RowOf<'carrier'>): DemoFile[] {
  return row.licenses.map((license) => {
    const lines = [
      license.kind,
      `Holder: ${row.legal_name}`,
      `Number: ${license.number}`,
      license.expires ? `Valid through ${license.expires}` : 'Valid until it is revoked',
    ];
    license.file_id = papers.id(new Date(row.created_at));
    return {
      id: license.file_id,
      name: `License ${license.number}.pdf`,
      mediaType: 'application/pdf',
      content: plainPdf(lines),
    };
  });
}

import { keepCompliantDays } from '#src/api/carrier/compliance.repository.ts';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { call, signedIn } from '#tests/platform/application.ts';
import type { Account, Answer, Application } from '#tests/platform/application.ts';
import { pdfText } from '#tests/platform/sample-pdf.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** A carrier's own company over REST, as its forms send it. */
export interface Profile {
  id: string;
  legal_name: string;
  docket_number: string | null;
  zip: string;
  equipment: string[];
  service_states: string[];
  licenses: {
    id: string;
    kind: string;
    number: string;
    state: string | null;
    expires: string | null;
    url: string | null;
  }[];
  insurance: {
    id: string;
    kind: string;
    insurer: string;
    policy_number: string;
    limit: number;
    effective: string;
    expiration: string;
    url: string | null;
  }[];
  authority: string;
  gaps: string[];
  cover_gaps: string[];
  missing: string[];
  agreement_signed_at: string | null;
  agreement_url: string | null;
  version: number;
}
export interface Refusal {
  detail: string;
  errors?: { field: string; message: string }[];
  unmet?: string[];
  state?: string;
  current?: Profile;
}
export type ProfileAnswer = Answer<Profile & Refusal>;

export const PDF = pdfText();
export const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

/** A carrier that has just registered: no address, nothing confirmed, no policy, nothing signed. */
export async function newCarrier(application: Application, name: string): Promise<Account> {
  const untold = {
    address: '',
    city: '',
    state: '',
    zip: '',
    lat: 0,
    lng: 0,
    authority: 'pending',
    agreement_signed_at: null,
    phone: '+16145550177',
    pricing_sheet: '[]',
  };
  const account = await signedIn(application, 'carrier', name, untold);
  await application.database.kysely
    .deleteFrom('insurance_policy')
    .where('carrier_id', '=', account.carrierId)
    .execute();
  await keepCompliantDays(application.database.kysely, [account.carrierId]);
  return account;
}

export const FIELDS = {
  contact_name: 'Henry Lund',
  phone: '+16125550111',
  address: '210 Lake Street',
  city: 'Minneapolis',
  state: 'MN',
  zip: '55408',
  docket_number: 'mc 778899',
  equipment: ['26 ft box truck', 'Liftgate'],
  service_states: ['MN', 'WI'],
};

type Fields = Record<string, string | string[] | null | undefined>;
type Files = Record<string, [name: string, content: string | Buffer][]>;

export function form(fields: Fields, files: Files = {}): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : value === null || value === undefined ? [] : [value])
      body.append(name, one);
  for (const [field, list] of Object.entries(files))
    for (const [name, content] of list)
      body.append(field, new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  return body;
}

/** PUT carrier/ with a complete profile, overridden by `fields`; null omits a field. */
export const putProfile = (
  application: Application,
  { token }: Account,
  fields: Fields & { legal_name: string },
  files: Files = {},
  headers?: Record<string, string>,
): Promise<ProfileAnswer> =>
  call(application, 'PUT', 'carrier/', {
    token,
    body: form({ ...FIELDS, ...fields }, files),
    ...(headers ? { headers } : {}),
  });

export const POLICY = {
  kind: 'liability',
  insurer: 'Keystone Mutual',
  policy_number: 'AL-100',
  limit: '75000000',
  effective: inDays(-30),
  expiration_date: inDays(335),
};

export const uploadPolicy = (
  application: Application,
  { token }: Account,
  fields: Fields = {},
  files: Files = { insurance: [['certificate.pdf', PDF]] },
  headers?: Record<string, string>,
): Promise<ProfileAnswer> =>
  call(application, 'POST', 'carrier/insurance/upload', {
    token,
    body: form({ ...POLICY, ...fields }, files),
    ...(headers ? { headers } : {}),
  });

export const profileOf = (application: Application, { token }: Account): Promise<ProfileAnswer> =>
  call(application, 'GET', 'carrier/profile', { token });

export interface Signing {
  state: string;
  html: string;
  document_hash: string;
  is_open: boolean;
  signer_name: string | null;
  url: string | null;
}

export const readAgreement = (application: Application, { token }: Account): Promise<Answer<Signing & Refusal>> =>
  call(application, 'GET', 'carrier/agreement', { token });

export const sign = (
  application: Application,
  { token }: Account,
  document_hash: string,
  part: Record<string, unknown> = {},
): Promise<Answer<Signing & Refusal>> =>
  call(application, 'POST', 'carrier/agreement/sign', {
    token,
    body: { kind: 'typed', name: 'Henry Lund', has_consent: true, document_hash, zone: 'America/Chicago', ...part },
  });

export async function storedFiles(application: Application): Promise<string[]> {
  const entries = await readdir(join(application.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** What a refused write must not leave behind. */
export async function traces(application: Application) {
  const { kysely } = application.database;
  const count = async (table: 'file' | 'insurance_policy' | 'mail' | 'live_event') =>
    Number(
      (
        await kysely
          .selectFrom(table)
          .select((query) => query.fn.countAll().as('count'))
          .executeTakeFirstOrThrow()
      ).count,
    );
  const versions = await kysely.selectFrom('carrier').select(['id', 'version']).orderBy('id').execute();
  return {
    file: await count('file'),
    policy: await count('insurance_policy'),
    mail: await count('mail'),
    live: await count('live_event'),
    versions,
    stored: await storedFiles(application),
  };
}

import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Account, Answer, Application } from '#tests/platform/application.ts';
import { newStage, people } from '#tests/paths/api-gestures.ts';
import type { Stage } from '#tests/paths/api-gestures.ts';
import { readOperations, typeOf, validFor } from './contract-operations.ts';
import type { Operation, Schema } from './contract-operations.ts';

/**
 * Invalid input for every call of the contract: refused with a sentence within 2 s, and nothing changes. Never a 5xx.
 */
const operations = await readOperations();

let application: Application;
let stage: Stage;
let mover: Account;

beforeAll(async () => {
  application = await startApplication({ environment: { MAIL_EVENTS_TOKEN } });
  mover = await signedIn(application, 'mover', 'Mia Mover');
  stage = await newStage(application, await people(application));
});

/** Valid, so that there is exactly one mistake at a time. */
const valid = (schema: Schema): unknown => validFor(schema, stage.lead.id);

/** Single mistakes in a value of this schema: each with its location and the value. */
function* mistakes(schema: Schema, where = ''): Generator<[string, unknown]> {
  const type = typeOf(schema);
  if (type === 'object') {
    const whole = valid(schema) as Record<string, unknown>;
    yield [`${where} unknown field`, { ...whole, nobody_knows_this: 1 }];
    yield [
      `${where} __proto__`,
      JSON.parse(
        `{${JSON.stringify(whole).slice(1, -1)}${Object.keys(whole).length ? ',' : ''}"constructor":{"prototype":{}}}`,
      ),
    ];
    for (const name of schema.required ?? [])
      yield [`${where}/${name} missing`, Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name))];
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      for (const [what, value] of mistakes(inner, `${where}/${name}`)) yield [what, { ...whole, [name]: value }];
    }
    return;
  }
  if (type === 'array') {
    yield [`${where} not a list`, 'x'];
    yield [`${where} too many`, Array.from({ length: 2000 }, () => valid(schema.items!))];
    for (const [what, value] of mistakes(schema.items!, `${where}[]`))
      yield [what, [value, ...Array.from({ length: schema.minItems ?? 0 }, () => valid(schema.items!))]];
    return;
  }
  yield [`${where} an object`, { a: 1 }];
  if (type === 'string' || schema.enum) {
    yield [`${where} a number`, 5];
    yield [`${where} too long`, 'x'.repeat((schema.maxLength ?? 1000) + 1)];
    if (schema.format || schema.pattern || schema.enum)
      yield [`${where} malformed`, "'; drop table agent_lead; --\u0000"];
    if (schema.format === 'date') yield [`${where} no such day`, '2026-02-30'];
  } else if (type === 'boolean') {
    yield [`${where} a text`, 'yes'];
  } else {
    yield [`${where} a text`, '12'];
    if (schema.maximum !== undefined) yield [`${where} too large`, schema.maximum + 1];
    if (schema.minimum !== undefined) yield [`${where} too small`, schema.minimum - 1];
    if (schema.type === type) yield [`${where} not a number`, null];
  }
}

const MAIL_EVENTS_TOKEN = 'a-token-for-events-of-mail';

function tokenFor(path: string): string {
  if (path === 'mail/events') return MAIL_EVENTS_TOKEN;
  if (/^(user|state-lead|quote)/.test(path)) return mover.token;
  return path.startsWith('carrier') ? stage.carrier.token : stage.agent.token;
}

function pathWith(operation: Operation, values: Record<string, string> = {}): string {
  return operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? (name === 'token' ? 'a-token-that-nobody-has' : stage.lead.id)),
  );
}

function queryWith(operation: Operation, changes: Record<string, string>): string {
  const needed = operation.parameters
    .filter((one) => one.in === 'query' && (one as { required?: boolean }).required)
    .map((one) => [one.name, String(valid(one.schema))]);
  return new URLSearchParams({ ...Object.fromEntries(needed), ...changes }).toString();
}

/** What must not change: everything that a write of the API affects. */
async function fingerprint(): Promise<unknown> {
  const { rows } =
    await sql`select (select count(*) from agent_lead) as leads, (select sum(version) from agent_lead) as versions,
    (select count(*) from history) as history, (select count(*) from bid) as bids, (select count(*) from estimate) as estimates,
    (select count(*) from attachment) as attachments, (select count(*) from file) as files, (select count(*) from link) as links,
    (select count(*) from agreement) as agreements, (select count(*) from invoice) as invoices, (select sum(version) from carrier) as carriers,
    (select sum(version) from account) as accounts, (select count(*) from account where 'workflow' = any (rights)) as rights, (select sum(version) from business) as businesses, (select count(*) from top_city) as cities,
    (select count(*) from invitation) as invitations, (select sum(version) from state_lead_work) as state_leads, (select count(*) from state_lead_note) as notes, (select count(*) from mail) as mails, (select sum(version) from mailing_member) as mailing_list, (select count(*) from purchase) as purchases,
    (select count(*) from chat) as chats, (select sum(version) from chat) as chat_versions, (select count(*) from chat_photo) as photos,
    (select count(*) from refresh_token where revoked_at is null) as sessions`.execute(application.database.kysely);
  return rows[0];
}

function expectRefused(answer: Answer, what: string, allowed: number[]): void {
  const told = JSON.stringify(answer.body).slice(0, 300);
  expect(allowed, `${what}: ${answer.status} ${told}`).toContain(answer.status);
  const { detail } = answer.body as { detail?: string };
  expect(detail ?? '', `${what}: ${answer.status} ${told}`).toMatch(/\.$/);
  expect(detail, what).not.toMatch(/\bat \w+ \(|select |node_modules|\/src\/|undefined/i);
  // No schema jargon in the sentence or beside a field.
  expect(told, what).not.toMatch(
    /must NOT|must match|pattern|[<>]=|constant|be (?:string|object|array|integer|equal)|must be null|schema/,
  );
  expect(detail, what).toMatch(/^[A-Z"]/);
}

function expectFieldNamed(answer: Answer, what: string): void {
  const named = (answer.body.errors as unknown[] | undefined)?.length ?? 0;
  expect(answer.status !== 422 || named > 0, `${what}: the field is named`).toBe(true);
}

const expectPrompt = (milliseconds: number, what: string): void => expect(milliseconds, what).toBeLessThan(10_000);
const expectStatus = ({ status }: Response, allowed: number[], what: string): void =>
  expect(allowed, what).toContain(status);

/** Accepts a name with a space and an apostrophe. */
const isFreeText = (schema: Schema): boolean => new RegExp(valueOf(schema).pattern ?? '^$', 'u').test('O’Hara’s leads');
const valueOf = (schema: unknown) => schema as { pattern?: string };

/** 409 and 404 are fine if the mistake is beside a valid value that refers to nothing. */
const REFUSALS = [400, 404, 413, 415, 422];

describe('every call of the contract', () => {
  test.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    '%s',
    { timeout: 60_000 },
    async (name, operation) => {
      const before = await fingerprint();
      const token = tokenFor(operation.path);
      const isForm = operation.contentType?.includes('urlencoded') ?? false;
      const url = `${pathWith(operation)}?${queryWith(operation, {})}`;
      if (operation.body && !isForm) {
        for (const [what, body] of mistakes(operation.body)) {
          const begun = performance.now();
          const answer = await call(application, operation.method, url, { token, body });
          expectRefused(answer, `${name} ${what}`, REFUSALS);
          expectPrompt(performance.now() - begun, what);
          expectFieldNamed(answer, `${name} ${what}`);
        }
        const broken = await fetch(`${application.url}/api/frontend/${url}`, {
          method: operation.method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: '{"a":',
        });
        expectStatus(broken, [400, 422], `${name} broken JSON`);
        const odd = await fetch(`${application.url}/api/frontend/${url}`, {
          method: operation.method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'text/xml' },
          body: '<a/>',
        });
        expectStatus(odd, [415], `${name} XML`);
      }
      for (const parameter of operation.parameters.filter((one) => one.in === 'query')) {
        for (const value of ['', "x' or 1=1 --", 'x'.repeat(5000), '\u0000']) {
          // If any text can be searched for, this is a valid search.
          if (isFreeText(parameter.schema) && value.startsWith("x'")) continue;
          const answer = await call(
            application,
            operation.method,
            `${pathWith(operation)}?${queryWith(operation, { [parameter.name]: value })}`,
            { token, ...(operation.body ? { body: valid(operation.body) } : {}) },
          );
          expectRefused(answer, `${name} ?${parameter.name}=${JSON.stringify(value).slice(0, 30)}`, REFUSALS);
        }
      }
      for (const parameter of operation.parameters.filter((one) => one.in === 'path')) {
        for (const value of [
          '1',
          '../agent',
          '%00',
          "' or 1=1",
          '00000000-0000-7000-8000-000000000000',
          'x'.repeat(300),
        ]) {
          const answer = await call(
            application,
            operation.method,
            `${pathWith(operation, { [parameter.name]: value })}?${queryWith(operation, {})}`,
            { token, ...(operation.body ? { body: valid(operation.body) } : {}) },
          );
          expectRefused(answer, `${name} ${parameter.name}=${value.slice(0, 40)}`, [400, 404, 414, 415, 422]);
        }
      }
      expect(await fingerprint()).toEqual(before);
    },
  );
});

test('text comes back as it was written', async () => {
  const notes = '<img src=x onerror=alert(1)> “quotes” 😀 \u202Ertl\u202C & <script>';
  const answer = await call(application, 'PATCH', `agent-lead/${stage.lead.id}`, {
    token: stage.agent.token,
    body: { notes },
  });
  expect(answer.status).toBe(200);
  expect(answer.body.notes).toBe(notes);
});

test.each(
  operations
    .filter(
      ({ body, contentType }) =>
        contentType === 'application/json' && body && typeOf(body) === 'object' && !body.required?.length,
    )
    .map((operation) => [`${operation.method} ${operation.path}`, operation] as const),
)('%s needs no body', async (_name, operation) => {
  const { status, body } = await call(
    application,
    operation.method,
    `${pathWith(operation)}?${queryWith(operation, {})}`,
    { token: tokenFor(operation.path) },
  );
  expect(status).toBeLessThan(500);
  expect(status).not.toBe(415);
  expect(body.detail ?? '').not.toMatch(/must have a body/);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { Kind, parse, type TypeNode } from 'graphql';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { sessionDocuments } from '#src/app/session-documents.ts';
import { testDatabase } from '#tests/platform/test-database.ts';
import { startGateway, startRest } from './gateway-server.ts';

/**
 * A variable of a wrong type is the caller's mistake, whether or not the document is compiled, and its value, perhaps a
 * password, is never repeated.
 */
const persisted = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../src/generated/graphql/persisted-documents.json'), 'utf8'),
) as Record<string, string>;
const SECRET = 'hunter2-secret';

const logged: string[] = [];
const log = pino(
  { level: 'warn' },
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString());
      done();
    },
  }),
);
const rest = await startRest(await testDatabase());
const gateway = await startGateway(rest.url, { allowedDocuments: { persisted, texts: sessionDocuments } }, log);
afterAll(async () => {
  await gateway.close();
  await rest.close();
});

interface Variable {
  name: string;
  type: TypeNode;
}

function variablesOf(text: string): Variable[] {
  const [operation] = parse(text).definitions.filter((one) => one.kind === Kind.OPERATION_DEFINITION);
  if (!operation || operation.operation === 'subscription') return [];
  return (operation.variableDefinitions ?? []).map(({ variable, type }) => ({ name: variable.name.value, type }));
}

const isNeeded = ({ type }: Variable): boolean => type.kind === Kind.NON_NULL_TYPE;

async function post(body: unknown): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, text: await answer.text() };
}

const documents = [
  ...Object.entries(persisted).map(([hash, text]) => ({
    body: { extensions: { persistedQuery: { version: 1, sha256Hash: hash } } },
    text,
  })),
  ...sessionDocuments.map((text) => ({ body: { query: text }, text })),
].filter(({ text }) => variablesOf(text).length > 0);

test('all documents with variables are here', () => {
  expect(documents.length).toBeGreaterThan(100);
});

test.each(documents.map(({ body, text }) => [/\w+ \w+/.exec(text)![0], body, text] as const))(
  '%s',
  async (_name, body, text) => {
    const before = rest.calls.length;
    const variables = variablesOf(text);
    const [first] = variables.toSorted((a, b) => Number(isNeeded(b)) - Number(isNeeded(a)));
    // No scalar, enum, or input is such a list of lists; from the third attempt on, the compiled document does the
    // check.
    for (let attempt = 0; attempt < 3; attempt++) {
      const answer = await post({ ...body, variables: { [first!.name]: [[SECRET, { a: SECRET }]] } });
      expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(/"(The value of|\\")/)]);
      expect(answer.text).not.toContain(SECRET);
    }
    expect(rest.calls.length).toBe(before);
    expect(logged).toEqual([]);
  },
);

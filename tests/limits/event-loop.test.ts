import { beforeAll, expect, test, vi } from 'vitest';
import { warmPlaces } from '#src/api/place/places.ts';
import { call, signedIn, startApplication } from '#tests/platform/application.ts';
import type { Application } from '#tests/platform/application.ts';
import { WORST_TEXTS, harmless } from '#tests/platform/worst-texts.ts';
import { readOperations, typeOf, validFor } from '#tests/api/contract-operations.ts';
import type { Schema } from '#tests/api/contract-operations.ts';

/**
 * No text that anyone sends may block the process that serves everyone. The server runs in this process, so this
 * measures the longest time in which nothing else could run. On a busy machine single measurements can be long, whereas
 * work of the server is long each time: so the shortest of several rounds counts, and is compared both to the limit and
 * to harmless text of the same length. A text that blocks the process takes seconds.
 */
const LIMIT_MS = 50;
const ROUNDS = 5;
const TIMES_HARMLESS = 3;

let application: Application;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  application = await startApplication({ environment: { CHAT_MESSAGES_PER_DAY: '1000' } });
  for (const role of ['agent', 'carrier', 'mover'] as const)
    tokens[role] = (await signedIn(application, role, `Wanda ${role}`)).token;
  for (let index = 0; index < 30; index += 1) {
    const { status } = await call(application, 'POST', 'agent-lead/', {
      token: tokens.agent!,
      body: {
        client: { name: `Springfield Pittsburgh ${index}`, email: `s${index}@client.test`, zone: 'America/New_York' },
        stops: [
          { role: 'pick-up', city: 'Columbus', state: 'OH', zip: '43215' },
          { role: 'drop-off', city: 'Austin', state: 'TX', zip: '78701' },
        ],
      },
    });
    if (status !== 201) throw new Error(`A lead was answered with ${status}.`);
  }
  await warmPlaces();
});

/** Of this thread, in milliseconds. */
function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/**
 * The longest block during this action, in processor time of this thread: a pause that the machine makes is none of the
 * server's.
 */
async function blockDuring(act: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [used(), 0];
  const look = () => {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
  };
  // Nothing runs in between for longer than the interval, unless it blocks.
  const looking = setInterval(look, 5);
  await act();
  await new Promise((resume) => setTimeout(resume, 10));
  clearInterval(looking);
  return longest;
}

/** Whether it blocks the process for longer than allowed, and for longer than harmless text of the same length. */
async function isHeld(block: number, sendHarmless: () => Promise<unknown>): Promise<boolean> {
  if (block <= LIMIT_MS) return false;
  let usual = 0;
  for (let round = 0; round < ROUNDS; round += 1) usual = Math.max(usual, await blockDuring(sendHarmless));
  return block > Math.max(LIMIT_MS, TIMES_HARMLESS * usual);
}

async function shortestOf(act: () => Promise<unknown>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS && shortest > LIMIT_MS; round += 1)
    shortest = Math.min(shortest, await blockDuring(act));
  return shortest;
}

/**
 * The longest block by one of these. Together they take so long that a busy machine pauses the process meanwhile: only
 * if there was a block is each measured on its own.
 */
async function longestOf(sends: readonly (() => Promise<unknown>)[]): Promise<number> {
  const together = await blockDuring(async () => {
    for (const send of sends) await send();
  });
  if (together <= LIMIT_MS) return together;
  let longest = 0;
  for (const send of sends) longest = Math.max(longest, await shortestOf(send));
  return longest;
}

test('the measure notices a block', async () => {
  const pause = () => new Promise((resume) => setTimeout(resume, 20));
  const busy = async () => {
    await pause();
    for (const end = used() + 120; used() < end;);
    await pause();
  };
  expect(await shortestOf(busy)).toBeGreaterThan(80);
  expect(await longestOf([pause, busy, pause])).toBeGreaterThan(80);
});

const isPlain = (schema: Schema): boolean =>
  typeOf(schema) === 'string' && !schema.enum && schema.const === undefined && (schema.maxLength ?? 0) >= 20;

/** Every text of a request that is not one of a few values: its location, and a request with it. */
async function texts(): Promise<{ name: string; length: number; send: (text: string) => Promise<unknown> }[]> {
  const id = crypto.randomUUID();
  const found: { name: string; length: number; send: (text: string) => Promise<unknown> }[] = [];
  for (const { method, path, parameters, body, contentType } of await readOperations()) {
    const role = /^(?:carrier)\//.test(path)
      ? 'carrier'
      : /^(?:agent|ai-chat\/(?!client)|places)/.test(path)
        ? 'agent'
        : /^(?:user|state-lead|quote|account)/.test(path)
          ? 'mover'
          : null;
    // Calls that mail a guest's mailbox are slow on purpose.
    if (/token$|password\/reset|register|^user\/$|email/.test(path) || path === 'live') continue;
    const token = role ? { token: tokens[role]! } : {};
    const url = path.replaceAll(/\{\w+\}/g, id);
    const needed = parameters
      .filter((one) => one.in === 'query' && one.required)
      .map((one) => [one.name, String(validFor(one.schema, id))] as const);
    for (const one of parameters.filter((each) => each.in === 'query' && isPlain(each.schema))) {
      const query = (text: string) =>
        new URLSearchParams(
          [...needed.filter(([name]) => name !== one.name), [one.name, text]].map(([name, value]) => [name!, value!]),
        ).toString();
      found.push({
        name: `${method} ${path}?${one.name}`,
        length: Math.min(one.schema.maxLength!, 2000),
        send: (text) => call(application, method, `${url}?${query(text)}`, token),
      });
    }
    if (!body || (contentType !== null && !contentType.includes('json'))) continue;
    for (const [name, schema] of Object.entries(body.properties ?? {}).filter(([, each]) => isPlain(each))) {
      const valid = validFor(body, id) as object;
      found.push({
        name: `${method} ${path} ${name}`,
        length: schema.maxLength!,
        send: (text) => call(application, method, url, { ...token, body: { ...valid, [name]: text } }),
      });
    }
  }
  return found;
}

test('no text of any call holds the process', async () => {
  const slow: string[] = [];
  const fields = await texts();
  expect(fields.length).toBeGreaterThan(60);
  expect(fields.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'GET places?query',
      'GET user/settings/cities?query',
      'GET agent-lead/search/global?query',
    ]),
  );
  for (const { name, length, send } of fields) {
    await send(harmless(Math.min(length, 20)));
    const block = await longestOf(
      WORST_TEXTS.map(
        ([, text]) =>
          () =>
            send(text(length)),
      ),
    );
    const isSlow = await isHeld(block, () => send(harmless(length)));
    if (isSlow) slow.push(`${name}: ${Math.round(block)} ms`);
  }
  expect(slow).toEqual([]);
}, 600_000);

test.each(
  [
    'cities that are none',
    'near misses',
    'states',
    'spaces',
    'ZIP codes',
    'letters',
    'one letter words',
    'mailboxes',
    'furniture',
    'some',
    'counts',
  ].flatMap((name) => WORST_TEXTS.filter(([known]) => known === name)),
)(
  'a chat of %s is answered without holding the process',
  async (_name, text) => {
    const converse = async (write: (length: number) => string) => {
      const { body } = await call<{ url: string }>(application, 'POST', 'ai-chat/', { token: tokens.agent!, body: {} });
      const link = body.url.slice(body.url.lastIndexOf('/') + 1);
      const send = async () => {
        const form = new FormData();
        form.set('message', write(3990) + 'from here.');
        expect(
          (await fetch(`${application.url}/api/frontend/ai-chat/client/${link}`, { method: 'POST', body: form }))
            .status,
        ).toBe(201);
      };
      // Messages that wait together for an answer are read together.
      await Promise.all([send(), send(), send(), send(), send()]);
      await vi.waitFor(
        async () =>
          expect(
            (
              await call<{ messages: { author: string }[] }>(application, 'GET', `ai-chat/client/${link}`)
            ).body.messages.at(-1)!.author,
          ).toBe('assistant'),
        { timeout: 15_000, interval: 100 },
      );
    };
    const block = await shortestOf(() => converse(text));
    expect(await isHeld(block, () => converse(harmless)), `${Math.round(block)} ms`).toBe(false);
  },
  90_000,
);

/** The maximum size of a file of leads; each is refused or read, without blocking anyone. */
const LEADS: Record<string, (length: number) => string> = {
  commas: (length) => ','.repeat(length),
  'lines of commas': (length) => 'Name,Phone\n'.padEnd(length, `${','.repeat(1000)}\n`),
  'empty lines': (length) => 'Name,Phone\n'.padEnd(length, '\n'),
  'lines of spaces': (length) => 'Name,Phone\n'.padEnd(length, ' \n'),
  semicolons: (length) => ';'.repeat(length),
  'quotation marks': (length) => '"'.repeat(length),
  'spaces and quotation marks': (length) => '" '.repeat(length / 2),
  'one letter rows': (length) => 'Name\n'.padEnd(length, 'a\n'),
};

test.each(Object.entries(LEADS))('a file of leads, 5 MB of %s, does not hold the process', async (_name, text) => {
  const send = async (content: string) => {
    const form = new FormData();
    form.set('content', new Blob([content], { type: 'text/csv' }), 'leads.csv');
    const { status } = await fetch(`${application.url}/api/frontend/agent/lead-imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.agent}` },
      body: form,
    });
    expect([201, 422]).toContain(status);
  };
  const length = 5 * 1024 * 1024 - 1024;
  const content = text(length);
  const block = await shortestOf(() => send(content));
  // The same number of bytes, refused immediately.
  const isTooLong = await isHeld(block, () => send('x'.repeat(length)));
  expect(isTooLong, `${Math.round(block)} ms`).toBe(false);
});

/** Small files that are expensive to parse: many columns, many lines, one endless line. */
const FILES: Record<string, string> = {
  'many columns and lines': `what,name${',a'.repeat(5000)}\n${',\n'.repeat(50_000)}`,
  'many lines': 'what,name\n'.padEnd(100_000, ',\n'),
  'one line': ','.repeat(100_000),
  'quotation marks': '"'.repeat(100_000),
};

test('no table that an agent sends holds the process', async () => {
  for (const [name, csv] of Object.entries(FILES)) {
    const asTariff = () => call(application, 'POST', 'agent/tariff/file', { token: tokens.agent!, body: { csv } });
    const harmless = () =>
      call(application, 'POST', 'agent/tariff/file', { token: tokens.agent!, body: { csv: 'x'.repeat(csv.length) } });
    expect((await asTariff()).status, name).toBe(200);
    const block = await shortestOf(asTariff);
    expect(await isHeld(block, harmless), `${name} held the process for ${Math.round(block)} ms`).toBe(false);
  }
});

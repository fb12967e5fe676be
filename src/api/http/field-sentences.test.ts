import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { createHttp, type Api } from './http.ts';
import { checkedBody } from './multipart.ts';
import { Problem } from './problem.ts';
import { CalendarDate, Cents, Email, LimitText, Name, OneOf, Phone, Strict, Token, Uuid, Zip } from './schemas.ts';

const Body = Strict({
  name: Name(20),
  email: Type.Optional(Email),
  price: Type.Optional(Cents),
  start_date: Type.Optional(CalendarDate),
  stops: Type.Optional(Type.Array(Strict({ zip: Zip }), { maxItems: 2, minItems: 1 })),
  phone: Type.Optional(Phone),
  kind: Type.Optional(OneOf(['local', 'freight'])),
  lead_id: Type.Optional(Uuid),
  token: Type.Optional(Token),
  is_paid: Type.Optional(Type.Boolean()),
});

const app = createHttp(false) as unknown as Api;
app.post('/', { schema: { body: Body } }, async () => 'taken');
app.get('/leads/:leadId/', { schema: { params: Strict({ leadId: Uuid }) } }, async () => 'taken');
app.get('/', { schema: { querystring: Strict({ limit: LimitText }) } }, async () => 'taken');

type Case = [payload: object, detail: string, field: string, message: string];

test.each<Case>([
  [{}, 'Name must be given.', 'name', 'This field is required.'],
  [{ name: '' }, 'Name must not be empty.', 'name', 'Must not be empty.'],
  [{ name: '  ' }, 'Name must not be blank.', 'name', 'Must not be blank.'],
  [{ name: '\u200B\u2060' }, 'Name must not be blank.', 'name', 'Must not be blank.'],
  [
    { name: '\u202Enna' },
    'Name must not have line breaks or hidden characters.',
    'name',
    'Must not have line breaks or hidden characters.',
  ],
  [
    { name: 'half \ud83d' },
    'Name has a character that cannot be stored.',
    'name',
    'It has a character that cannot be stored.',
  ],
  [{ name: 'x'.repeat(21) }, 'Name must have at most 20 characters.', 'name', 'Must have at most 20 characters.'],
  [{ name: 5 }, 'Name must be text.', 'name', 'Must be text.'],
  [{ name: 'Ann', email: 'ann' }, 'Email must be an email address.', 'email', 'Must be an email address.'],
  [
    { name: 'Ann', price: 99_999_999_999 },
    'Price must be at most $10,000,000.00.',
    'price',
    'Must be at most $10,000,000.00.',
  ],
  [
    { name: 'Ann', start_date: '05/31/2026' },
    'Start date must be a date, such as 2026-05-31.',
    'start_date',
    'Must be a date, such as 2026-05-31.',
  ],
  [
    { name: 'Ann', stops: [{ zip: '43215' }, { zip: '4321' }] },
    'Stop 2 ZIP code must be a 5-digit ZIP code.',
    'stops/1/zip',
    'Must be a 5-digit ZIP code.',
  ],
  [
    { name: 'Ann', stops: [{ zip: 'abcde' }] },
    'Stop 1 ZIP code must be a 5-digit ZIP code.',
    'stops/0/zip',
    'Must be a 5-digit ZIP code.',
  ],
  [{ name: 'Ann', stops: [] }, 'Stops must have at least 1 entry.', 'stops', 'Must have at least 1 entry.'],
  [
    { name: 'Ann', phone: '6145550100' },
    'Phone must be a phone number with country code, such as +12025550123.',
    'phone',
    'Must be a phone number with country code, such as +12025550123.',
  ],
  ...['5', '2f1a', 'x'.repeat(36), 'x'.repeat(50)].map(
    (lead_id): Case =>
      [{ name: 'Ann', lead_id }, 'Lead ID is not a valid ID.', 'lead_id', 'It is not a valid ID.'] as [
        object,
        string,
        string,
        string,
      ],
  ),
  ...['2026-5-1', '12026-05-01', '2026-02-30'].map((start_date): Case => [
    { name: 'Ann', start_date },
    'Start date must be a date, such as 2026-05-31.',
    'start_date',
    'Must be a date, such as 2026-05-31.',
  ]),
  [{ name: 'Ann', kind: 'moon' }, 'Kind must be local or freight.', 'kind', 'Must be local or freight.'],
  [{ name: 'Ann', is_paid: 'yes' }, 'Is paid must be true or false.', 'is_paid', 'Must be true or false.'],
  [{ name: 'Ann', token: '!'.repeat(20) }, 'Token is not valid.', 'token', 'It is not valid.'],
  [
    { name: 'Ann', nobody_knows: 1 },
    'Nobody knows is not a field of this call.',
    'nobody_knows',
    'It is not a field of this call.',
  ],
])('%j: "%s", whichever way it was sent', async (payload, detail, field, message) => {
  const answer = await app.inject({ method: 'POST', url: '/', payload });
  expect([answer.statusCode, answer.json()]).toMatchObject([422, { detail, errors: [{ field, message }] }]);
  const form = refusalOf(payload);
  expect(form).toMatchObject({ detail, extras: { errors: [{ field, message }] } });
});

function refusalOf(payload: object): Problem {
  try {
    checkedBody(Body, payload);
  } catch (error) {
    if (error instanceof Problem) return error;
  }
  throw new Error('It was taken.');
}

test.each(['5', 'x'.repeat(36), '2f1a-'])('an address with %s for an ID leads nowhere', async (id) => {
  expect((await app.inject(`/leads/${id}/`)).json()).toMatchObject({
    status: 404,
    detail: 'There is nothing at this address.',
  });
});

test('a request without a body, an unknown query and a name without end', async () => {
  expect((await app.inject({ method: 'POST', url: '/' })).json()).toMatchObject({
    detail: 'The request must have a body with fields.',
    errors: [{ field: 'body' }],
  });
  expect((await app.inject('/?limit=many')).json()).toMatchObject({
    status: 400,
    detail: 'Limit must have at most 3 characters.',
  });
  expect((await app.inject('/?limit=0')).json()).toMatchObject({
    status: 400,
    detail: 'Limit must be a number from 1 to 100.',
  });
  const long = await app.inject({ method: 'POST', url: '/', payload: { name: 'Ann', ['x'.repeat(5000)]: 1 } });
  expect(long.json<{ detail: string }>().detail.length).toBeLessThan(120);
});

test.each(['Ann', 'Zoë 😀', '👩‍👩‍👧', 'عمر', 'O’Brien-Núñez'])('%s is text', async (name) => {
  expect((await app.inject({ method: 'POST', url: '/', payload: { name } })).statusCode).toBe(200);
});

test.each(['a\nb', 'a\u0007b', 'a\u2028b', '\ufeffAnn', 'A\u200bnn', 'A\u202enn'])('%j is no name', async (name) => {
  expect((await app.inject({ method: 'POST', url: '/', payload: { name } })).json()).toMatchObject({
    status: 422,
    detail: 'Name must not have line breaks or hidden characters.',
  });
});

import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { Named, Nullable } from './http/schemas.ts';
import { withComponents } from './contract-components.ts';

const Place = Named('Place', { city: Type.String({ maxLength: 9 }) });
const Lead = Named('Lead', { origin: Place, destination: Nullable(Place) });
const plain = (value: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
const place = { $ref: '#/components/schemas/Place' };

test('a named schema is said once, also where it stands in another one and where it may be null', () => {
  const { paths, schemas } = withComponents(plain({ one: Lead, many: Type.Array(Lead), best: Nullable(Place) }));
  const lead = { $ref: '#/components/schemas/Lead' };
  expect(paths).toEqual({
    one: lead,
    many: { type: 'array', items: lead },
    best: { anyOf: [place, { type: 'null' }] },
  });
  expect(schemas).toEqual({
    Place: { type: 'object', required: ['city'], properties: { city: { type: 'string', maxLength: 9 } } },
    Lead: {
      type: 'object',
      required: ['origin', 'destination'],
      properties: { origin: place, destination: { anyOf: [place, { type: 'null' }] } },
    },
  });
});

test('a property that is called title names nothing', () => {
  const problem = plain(Type.Object({ title: Type.String() }));
  expect(withComponents(problem)).toEqual({ paths: problem, schemas: {} });
});

test('two schemas of one name are refused', () => {
  const other = Named('Place', { zip: Type.String() });
  expect(() => withComponents(plain([Place, other]))).toThrow('Two schemas of the contract are called Place.');
});

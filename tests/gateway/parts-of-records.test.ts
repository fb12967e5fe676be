import {
  buildASTSchema,
  concatAST,
  getNamedType,
  getOperationAST,
  isObjectType,
  Kind,
  parse,
  type DocumentNode,
  type GraphQLObjectType,
  type SelectionSetNode,
} from 'graphql';
import { expect, test } from 'vitest';
import { PARTS } from '#src/app/client.ts';
import { schemaFiles } from '#src/gateway/schema.ts';
import documents from '#src/generated/graphql/persisted-documents.json' with { type: 'json' };

const schema = buildASTSchema(concatAST(schemaFiles().map((file) => parse(file))), { assumeValidSDL: true });

/** Of each part of a record, by field and type: which sets of its fields documents request. */
const requested = new Map<string, Set<string>>();
for (const text of Object.values(documents)) note(parse(text));

function note(document: DocumentNode): void {
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet]] : [],
    ),
  );
  const { operation, selectionSet } = getOperationAST(document)!;
  walk(schema.getRootType(operation)!, [selectionSet]);

  /** The selected fields, each with what is selected of it, wherever in the document. */
  function fieldsOf(sets: readonly SelectionSetNode[], found = new Map<string, SelectionSetNode[]>()) {
    for (const selection of sets.flatMap(({ selections }) => selections)) {
      if (selection.kind === Kind.FIELD) {
        const inner = selection.selectionSet ? [selection.selectionSet] : [];
        found.set(selection.name.value, [...(found.get(selection.name.value) ?? []), ...inner]);
      } else
        fieldsOf(
          [selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value)! : selection.selectionSet],
          found,
        );
    }
    return found;
  }

  function walk(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): void {
    for (const [name, inner] of fieldsOf(sets)) {
      const field = type.getFields()[name];
      const part = field && getNamedType(field.type);
      if (!field || !isObjectType(part)) continue;
      const names = [...fieldsOf(inner).keys()];
      if (!names.includes('id') && type !== schema.getRootType(operation)) {
        const key = `${type.name}.${name}: ${part.name}`;
        requested.set(key, (requested.get(key) ?? new Set()).add(names.toSorted().join()));
      }
      walk(part, inner);
    }
  }
}

/** Never on one page: the price of a lead that was just created, and an estimate that a client opened. */
const APART = ['LeadPrice.lines: PricedLine', 'Estimate.lines: EstimateLine'];

test('parts of a record of which documents request different fields are merged, not replaced, in the cache', () => {
  const different = [...requested].filter(([, sets]) => sets.size > 1).map(([key]) => key);
  expect(different).toContain('AgentLead.money: LeadMoney');
  // A list cannot be merged: its documents have to request the same.
  expect(different.filter((key) => !PARTS.includes(key.split(': ')[1]!))).toEqual(APART);
});

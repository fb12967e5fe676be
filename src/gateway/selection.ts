import {
  getNamedType,
  isObjectType,
  Kind,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type SelectionSetNode,
} from 'graphql';
import type { RestCall } from './rest-call.ts';
import { snake } from './rest-call.ts';

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    /** The fields of the enclosing response that this field is computed from, in REST's spelling. */
    readsOfAnswer?: readonly string[];
    /**
     * The response field that may contain this field's objects: for these, too, only the selected fields are requested.
     */
    nestedInAnswer?: string;
  }
}

/** What a field with `@rest` reads: its own field in the response, and the object's values that its call needs. */
export function readsOf(call: RestCall, own: string | null): string[] {
  const sources = [...call.path.sources, ...[...call.query, ...(call.body ?? [])].map(({ source }) => source)];
  return [
    ...(own === null ? [] : [own]),
    ...sources.flatMap((source) => (source.from === 'object' ? source.field : [])),
  ];
}

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;
type Part = { type: GraphQLObjectType; sets: SelectionSetNode[] };
type Info = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'returnType'>;

const known = new WeakMap<object, Map<string, string>>();

/**
 * The response fields that a selection needs, separated by commas: of the objects under `at` in the response, or of the
 * response itself where `at` is empty. `@include` and `@skip` are ignored: what may be needed is requested.
 */
export function fieldsOfSelection({ fieldNodes, fragments, returnType }: Info, at: string): string {
  const node = fieldNodes[0]!;
  // Several nodes are one field that a document selects in parts; another operation may not select all of them.
  const remembered = fieldNodes.length === 1 ? known.get(node)?.get(at) : undefined;
  if (remembered !== undefined) return remembered;
  const type = getNamedType(returnType);
  if (!isObjectType(type)) throw new Error(`Nothing can be selected of ${type.name}.`);
  let parts: Part[] = [{ type, sets: fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []) }];
  if (at !== '')
    parts = parts.flatMap((part) =>
      fieldsIn(part, fragments)
        .filter(({ name }) => snake(name) === at)
        .flatMap(({ inner }) => inner),
    );
  const names = new Set(['id']);
  for (const { name, inner, type: of } of parts.flatMap((part) => fieldsIn(part, fragments))) {
    const { readsOfAnswer = [], nestedInAnswer } = of.getFields()[name]?.extensions ?? {};
    for (const read of readsOfAnswer) names.add(read);
    if (nestedInAnswer !== undefined)
      for (const read of ['id', ...inner.flatMap((part) => readsIn(part, fragments))])
        names.add(`${nestedInAnswer}.${read}`);
  }
  const fields = [...names].toSorted().join();
  const places = known.get(node) ?? new Map<string, string>();
  known.set(node, places.set(at, fields));
  return fields;
}

const readsIn = (part: Part, fragments: Fragments): readonly string[] =>
  fieldsIn(part, fragments).flatMap(({ name, type }) => type.getFields()[name]?.extensions.readsOfAnswer ?? []);

/** The fields of a selection, including those of its fragments, with the selections inside each object. */
function fieldsIn(
  { type, sets }: Part,
  fragments: Fragments,
): { name: string; type: GraphQLObjectType; inner: Part[] }[] {
  return sets.flatMap(({ selections }) =>
    selections.flatMap((selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD)
        return fieldsIn({ type, sets: [fragments[selection.name.value]!.selectionSet] }, fragments);
      if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsIn({ type, sets: [selection.selectionSet] }, fragments);
      const field = type.getFields()[selection.name.value];
      const of = field && getNamedType(field.type);
      const inner =
        of && isObjectType(of) && selection.selectionSet ? [{ type: of, sets: [selection.selectionSet] }] : [];
      return [{ name: selection.name.value, type, inner }];
    }),
  );
}

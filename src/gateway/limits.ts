import {
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  type ASTVisitor,
  type SelectionSetNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';

/** Well above what any screen requests. */
const limits = { fields: 3000, aliases: 40, directives: 40, rootFields: 15, operations: 5 };

export const depthLimit = 14;
export const tokenLimit = 6000;

/** Rules in addition to GraphQL's own. A violation gets a 400 before any call to the REST API. */
export function limitRules(isProduction: boolean): ValidationRule[] {
  return isProduction ? [costRule, NoSchemaIntrospectionCustomRule] : [costRule];
}

function costRule(context: ValidationContext): ASTVisitor {
  const refuse = (what: string): void => context.reportError(new GraphQLError(`The document has too many ${what}.`));
  const fragments = new Map<string, number>();
  let aliases = 0;
  let directives = 0;
  let operations = 0;

  /**
   * Counts fields with all fragments expanded, because a short document can expand to millions. Each fragment is
   * counted once.
   */
  function fieldsOf({ selections }: SelectionSetNode): number {
    let sum = 0;
    for (const selection of selections) {
      if (selection.kind === Kind.FRAGMENT_SPREAD) sum += fieldsOfFragment(selection.name.value);
      else
        sum +=
          (selection.kind === Kind.FIELD ? 1 : 0) + (selection.selectionSet ? fieldsOf(selection.selectionSet) : 0);
    }
    return sum;
  }

  function fieldsOfFragment(name: string): number {
    const known = fragments.get(name);
    if (known !== undefined) return known;
    // Another rule refuses cycles; here they only must not recurse forever.
    fragments.set(name, 0);
    const fragment = context.getFragment(name);
    const fields = fragment ? fieldsOf(fragment.selectionSet) : 0;
    fragments.set(name, fields);
    return fields;
  }

  return {
    Field(node) {
      if (node.alias && ++aliases === limits.aliases + 1) refuse('aliases');
    },
    Directive() {
      if (++directives === limits.directives + 1) refuse('directives');
    },
    OperationDefinition(node) {
      if (++operations === limits.operations + 1) refuse('operations');
      if (node.selectionSet.selections.length > limits.rootFields) refuse('fields at its root');
      if (fieldsOf(node.selectionSet) > limits.fields) refuse('fields');
    },
  };
}

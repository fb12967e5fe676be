/** Input objects as REST spells them: snake_case keys, all the way down. Values of enums are REST's already. */
export function restInput<T>(input: T): never {
  return spelled(input) as never;
}

function spelled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spelled);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      spelled(inner),
    ]),
  );
}

/** Query parameters travel as text; what was left out stays out. */
export function restQuery(query: Record<string, unknown>): never {
  const told = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  return restInput(Object.fromEntries(told.map(([name, value]) => [name, String(value)])));
}

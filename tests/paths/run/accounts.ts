/** The people who walk the cases, by name: what they are, and their names if the runner creates them. */
export const PEOPLE = {
  agent: { role: 'agent', name: 'Ann Agent', of: null },
  agent2: { role: 'agent', name: 'Bob Agent', of: null },
  carrier: { role: 'carrier', name: 'Swift Vans LLC', of: null },
  carrier2: { role: 'carrier', name: 'Blue Ridge Movers', of: null },
  mover: { role: 'mover', name: 'Mona Mover', of: null },
  assistant: { role: 'assistant', name: 'Alex Assistant', of: 'mover' },
} as const satisfies Record<
  string,
  { role: 'agent' | 'carrier' | 'mover' | 'assistant'; name: string; of: string | null }
>;
export type Person = keyof typeof PEOPLE;

/** The accounts of a deployment: cases that need a missing one are skipped. */
export type Accounts = Partial<Record<Person, { email: string; password: string }>>;

/**
 * @param text JSON: `{"agent": {"email": "…", "password": "…"}, …}`
 * @throws Error with a sentence that says what is wrong with it, but never contains a password
 */
export function accountsFrom(text: string): Accounts {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error('The accounts are no JSON.');
  }
  const people = Object.keys(PEOPLE);
  if (typeof read !== 'object' || read === null || Array.isArray(read))
    throw new Error(`The accounts are an object with some of: ${people.join(', ')}.`);
  for (const [person, account] of Object.entries(read) as [string, { email?: unknown; password?: unknown } | null][]) {
    if (!people.includes(person)) throw new Error(`The accounts name "${person}"; known are ${people.join(', ')}.`);
    if (typeof account?.email !== 'string' || typeof account.password !== 'string')
      throw new Error(`The account "${person}" needs "email" and "password".`);
  }
  return read as Accounts;
}

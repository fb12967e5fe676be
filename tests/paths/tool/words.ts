import { guardsOf } from '#src/machines/law.ts';
import type { Role, Verdict } from '#src/machines/law.ts';
import type { LawModel } from '../models/path-model.ts';

const PEOPLE: Record<Exclude<Role, 'system'>, string> = {
  agent: 'Agent Ann',
  carrier: 'Carrier Swift Vans',
  client: 'Client Casey',
  mover: 'Mover Mona',
  assistant: 'Assistant Alex',
  visitor: 'Visitor Vic',
};

/** Who does it: somebody with a name, the clock where the law says so, else the product itself. */
export function personOf(model: LawModel, { type, by }: { type: string; by: Role }): string {
  if (by !== 'system') return PEOPLE[by];
  const isTimed = guardsOf(model.machine).some(({ event, guards }) => event === type && guards.includes('the clock does it'));
  return isTimed ? 'The clock' : 'The product';
}

/** What stands in a state: `the agent lead`. */
export const recordOf = ({ id }: LawModel): string => `the ${id.replaceAll('-', ' ')}`;

/** Why it was refused, to go on after the word; null where it was not. */
export function reasonOf(verdict: Verdict): string | null {
  if (verdict.may) return null;
  switch (verdict.because) {
    case 'state':
      return ', nothing of the kind happens there';
    case 'role':
      return `, only ${verdict.unmet.map((phrase) => phrase.replace(/ does it$/, '')).join(' and ')} may`;
    case 'requirements':
      return ` until ${verdict.unmet.join(' and ')}`;
  }
}

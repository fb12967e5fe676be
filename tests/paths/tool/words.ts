import { guardsOf } from '#src/machines/law.ts';
import type { Role, Verdict } from '#src/machines/law.ts';
import type { By, PathModel } from '../models/path-model.ts';

const PEOPLE: Record<Exclude<Role, 'system'>, string> = {
  agent: 'Agent Ann',
  carrier: 'Carrier Swift Vans',
  client: 'Client Casey',
  mover: 'Mover Mona',
  assistant: 'Assistant Alex',
  visitor: 'Visitor Vic',
};

/** Who does it: somebody with a name, the clock where the law says so, else the product itself. */
export function personOf(model: PathModel, { type, by }: { type: string; by: By }): string {
  if (by === 'server') return 'The server';
  if (by === 'clock') return 'The clock';
  if (by !== 'system') return PEOPLE[by];
  const isTimed = guardsOf(model.machine).some(({ event, guards }) => event === type && guards.includes('the clock does it'));
  return isTimed ? 'The clock' : 'The product';
}

/** What stands in a state: `the agent lead`. */
export const recordOf = ({ id }: PathModel): string => `the ${id.replaceAll('-', ' ')}`;

/** Why it was refused, in words; null where it was not. A screen refuses by not offering it. */
export function reasonOf({ kind }: PathModel, verdict: Verdict): string | null {
  if (verdict.may) return null;
  switch (verdict.because) {
    case 'state':
      return kind === 'law' ? 'refused, nothing of the kind happens there' : 'not possible there';
    case 'role':
      return `refused, only ${verdict.unmet.map((phrase) => phrase.replace(/ does it$/, '')).join(' and ')} may`;
    case 'requirements':
      return `${kind === 'law' ? 'refused' : 'off'} until ${verdict.unmet.join(' and ')}`;
  }
}

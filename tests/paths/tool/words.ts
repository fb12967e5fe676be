import { guardsOf } from '#src/machines/lifecycle.ts';
import type { Role } from '#src/machines/lifecycle.ts';
import type { By, PathModel, Verdict } from '../models/path-model.ts';

const PEOPLE: Record<Exclude<Role, 'system'>, string> = {
  agent: 'Agent Ann',
  carrier: 'Carrier Swift Vans',
  client: 'Client Casey',
  mover: 'Mover Mona',
  assistant: 'Assistant Alex',
  visitor: 'Visitor Vic',
};

/** Who does it: a named person, the clock if the lifecycle says so, or else the product itself. */
export function personOf(model: PathModel, { type, by }: { type: string; by: By }): string {
  if (by === 'server') return 'The server';
  if (by === 'clock') return 'The clock';
  if (by !== 'system') return PEOPLE[by];
  const isTimed = guardsOf(model.machine).some(
    ({ event, guards }) => event === type && guards.includes('the clock does it'),
  );
  return isTimed ? 'The clock' : 'The product';
}

/** What is in a state: `the agent lead`; for a flow, the screen. */
export const recordOf = ({ id, kind }: PathModel): string =>
  kind === 'lifecycle' ? `the ${id.replaceAll('-', ' ')}` : 'the screen';

/** A model by its id, and by its version if it has one. */
export const modelName = (id: string, version: number | null): string =>
  version === null ? id : `${id}, version ${version}`;

/** The event of a transition; for those that XState sends itself, a description. */
export function eventName(type: string): string {
  const [, what, whose] = /^xstate\.(done\.actor|error\.actor|after)\.([^.]+)/.exec(type) ?? [];
  if (!what) return type;
  if (what === 'after') return `after ${/^\d+$/.test(whose!) ? `${whose} ms` : whose}`;
  return `${whose === '*' ? 'any actor' : whose} ${what === 'done.actor' ? 'answers' : 'fails'}`;
}

/** Why it was refused, in words; null if it was not. A screen refuses by not offering it. */
export function reasonOf({ kind }: PathModel, verdict: Verdict): string | null {
  if (verdict.may) return null;
  switch (verdict.because) {
    case 'state':
      return kind === 'lifecycle' ? 'refused, nothing of the kind happens there' : 'not possible there';
    case 'role':
      return `refused, only ${verdict.unmet.map((phrase) => phrase.replace(/ does it$/, '')).join(' and ')} may`;
    case 'requirements':
      return `${kind === 'lifecycle' ? 'refused' : 'off'} until ${verdict.unmet.join(' and ')}`;
  }
}

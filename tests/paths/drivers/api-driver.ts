import type { Role } from '#src/machines/lifecycle.ts';
import type { Answer } from '#tests/platform/application.ts';
import type { LifecycleModel } from '../models/path-model.ts';
import { differences } from '../run/differences.ts';
import type { Driver } from '../run/driver.ts';
import { NotHere } from '../run/world.ts';
import type { World } from '../run/world.ts';
import type { CaseStep } from '../tool/cases.ts';

type Reply = Pick<Answer<{ detail?: string; unmet?: string[] }>, 'status' | 'body'>;
export type Call<Stage> = (stage: Stage, step: CaseStep) => Promise<Answer | { status: number; body: object }>;

/** Takes back what was changed to leave a requirement unmet. */
export interface Undo {
  undo: () => Promise<unknown>;
}

/** What was changed for good, and the call that meets it, unless it is the gesture's. */
export interface Lasting<Stage> {
  lasts: Call<Stage> | null;
}

/** How a lifecycle is driven through REST. If an event, requirement, or place is missing here, it does not compile. */
interface ApiParts<Stage, Event extends string, Requirement extends string> {
  model: LifecycleModel;
  environment: Record<string, string>;
  begin: (world: World) => Promise<Stage>;
  /** The call by which the right person triggers the event. */
  gestures: Record<Event, Call<Stage>>;
  /** For events with several payloads, those that need a different call. */
  more?: Record<string, Call<Stage>>;
  /**
   * How a requirement is left unmet: changes to the record first, with how to undo them if they can be; or a different
   * call than the gesture's. A sentence says why it cannot be left unmet from outside. If the changes last, other steps
   * that need the same come to the same record; it is then asked again, and must change nothing more.
   */
  unmet: Record<
    Requirement,
    string | ((stage: Stage, step: CaseStep) => Promise<Call<Stage> | Undo | Lasting<Stage> | string | void>)
  >;
  /** The API's message for an unmet requirement, if it says more than the lifecycle. */
  says?: Partial<Record<Requirement, string>>;
  /** The key of the record's place, according to the API. */
  placeOf: (stage: Stage) => Promise<string>;
  /** Everything that a refusal must leave unchanged. */
  record: (stage: Stage) => Promise<unknown>;
  /** Whether only a step changes the record, so that after one refusal it need not be read again before the next. */
  isStill?: boolean;
  /** The same stage, acted on by somebody else. @throws NotHere if nobody of this role can try */
  inHandsOf: (stage: Stage, role: Role, step: CaseStep) => Promise<Stage>;
  /** The statuses of a refusal, if they differ from `REFUSALS`. */
  refusals?: (step: CaseStep, stage: Stage) => readonly number[] | null;
}

/** Other people's records are hidden or forbidden; what does not happen in a place is a conflict, or gone with it. */
const REFUSALS = { state: [404, 409, 410], role: [401, 403, 404], requirements: [409, 422] } as const;

export interface ApiDriver<Stage> extends Driver<Stage> {
  /** Leaves a requirement unmet by changing the record; returns false if that takes a different call instead. */
  prepare: (stage: Stage, step: CaseStep) => Promise<boolean>;
}

export function apiDriver<Stage extends object, Event extends string, Requirement extends string>(
  parts: ApiParts<Stage, Event, Requirement>,
): ApiDriver<Stage> {
  const gestureOf = ({ event }: CaseStep): Call<Stage> => {
    const found = parts.more?.[event] ?? parts.gestures[event as Event];
    if (!found) throw new Error(`${parts.model.id} has no gesture for "${event}".`);
    return found;
  };
  /** What was read of each record after its last refusal. */
  const known = new WeakMap<Stage, unknown>();
  /** The requirement that a record lacks for good. */
  const lacking = new WeakMap<Stage, string>();
  const act = async (stage: Stage, step: CaseStep): Promise<void> => {
    known.delete(stage);
    const { status, body } = await gestureOf(step)(stage, step);
    if (status >= 300) throw new Error(`The API answered ${status}: ${JSON.stringify(body)}`);
  };
  const see = async (stage: Stage, { to }: CaseStep): Promise<void> => {
    const place = await parts.placeOf(stage);
    if (place !== to) throw new Error(`It should stand in "${to}", and stands in "${place}".`);
  };

  async function refuse(stage: Stage, step: CaseStep): Promise<boolean> {
    const untouched = known.get(stage) ?? (await parts.record(stage));
    known.delete(stage);
    const unmet = await leaveUnmet(stage, step);
    const isLasting = typeof unmet === 'object' && 'lasts' in unmet;
    const instead = isLasting ? unmet.lasts : unmet;
    const call = typeof instead === 'function' ? instead : gestureOf(step);
    // A refusal because of the role can also apply to the event's own role: then nobody is replaced.
    const isStranger =
      !step.verdict.may && step.verdict.because === 'role' && step.by !== parts.model.events[step.event]!.event.by;
    const hands = isStranger ? await parts.inHandsOf(stage, step.by as Role, step) : stage;
    const before = step.broken === null ? untouched : await parts.record(stage);
    const { status, body } = (await call(hands, step)) as Reply;
    const expected =
      parts.refusals?.(step, stage) ?? REFUSALS[isStranger ? 'role' : step.broken === null ? 'state' : 'requirements'];
    if (!expected.includes(status))
      throw new Error(
        `The API answered ${status} where ${expected.join(' or ')} was expected: ${JSON.stringify(body)}`,
      );
    const phrase = step.broken === null ? '' : (parts.says?.[step.broken as Requirement] ?? step.broken);
    if ([403, 409].includes(status) && !JSON.stringify(body).includes(phrase))
      throw new Error(`The answer does not say "${phrase}": ${JSON.stringify(body)}`);
    let after = await parts.record(stage);
    const changes = differences(before, after);
    if (changes.length > 0) throw new Error(`It was refused, but it changed something: ${changes.join('; ')}`);
    if (step.broken !== null) {
      // A change without a way back may be one that the record does not show.
      if (!unmet) return false;
      if (isLasting) {
        lacking.set(stage, step.broken);
        return false;
      }
      if (typeof unmet === 'object') {
        await unmet.undo();
        after = await parts.record(stage);
      }
      if (differences(untouched, after).length > 0) return false;
    }
    if (parts.isStill) known.set(stage, after);
    return true;
  }

  async function leaveUnmet(stage: Stage, step: CaseStep): Promise<Call<Stage> | Undo | Lasting<Stage> | void> {
    if (step.broken === null) return undefined;
    const how = parts.unmet[step.broken as Requirement];
    const found = typeof how === 'string' ? how : await how(stage, step);
    if (typeof found === 'string') throw new NotHere(found);
    return found;
  }
  const prepare = async (stage: Stage, step: CaseStep) => typeof (await leaveUnmet(stage, step)) !== 'function';

  return {
    model: parts.model,
    surface: 'api',
    environment: parts.environment,
    begin: parts.begin,
    act,
    see,
    refuse,
    lacks: (stage, { broken }) => broken !== null && lacking.get(stage) === broken,
    prepare,
  };
}

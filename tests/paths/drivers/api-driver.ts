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

/** How a lifecycle is driven through REST. Events, requirements and places that are missing here do not compile. */
interface ApiParts<Stage, Event extends string, Requirement extends string> {
  model: LifecycleModel;
  environment: Record<string, string>;
  begin: (world: World) => Promise<Stage>;
  /** The call by which the person whose event it is makes it happen. */
  gestures: Record<Event, Call<Stage>>;
  /** Of events with several payloads, those that are another call. */
  more?: Record<string, Call<Stage>>;
  /**
   * How a requirement is left unmet: what is done to the record first, or another call instead of the gesture's.
   * A sentence says why it cannot be left unmet from outside.
   */
  unmet: Record<Requirement, string | ((stage: Stage, step: CaseStep) => Promise<Call<Stage> | string | void>)>;
  /** What the API says of an unmet requirement, where it says more than the lifecycle. */
  says?: Partial<Record<Requirement, string>>;
  /** The key of the place in which the API says that the record stands. */
  placeOf: (stage: Stage) => Promise<string>;
  /** All that a refusal must leave as it was. */
  record: (stage: Stage) => Promise<unknown>;
  /** The same stage in the hands of somebody else. @throws NotHere where nobody of the kind can try */
  inHandsOf: (stage: Stage, role: Role, step: CaseStep) => Promise<Stage>;
  /** Statuses of a refusal, where they are not those of `REFUSALS`. */
  refusals?: (step: CaseStep, stage: Stage) => readonly number[] | null;
}

/** What is somebody else's is hidden or forbidden; what does not happen in a place is a conflict, or gone with it. */
const REFUSALS = { state: [404, 409, 410], role: [401, 403, 404], requirements: [409, 422] } as const;

export interface ApiDriver<Stage> extends Driver<Stage> {
  /** Leaves a requirement unmet by the record; whether it could, or only another call does. */
  prepare: (stage: Stage, step: CaseStep) => Promise<boolean>;
}

export function apiDriver<Stage, Event extends string, Requirement extends string>(
  parts: ApiParts<Stage, Event, Requirement>,
): ApiDriver<Stage> {
  const gestureOf = ({ event }: CaseStep): Call<Stage> => {
    const found = parts.more?.[event] ?? parts.gestures[event as Event];
    if (!found) throw new Error(`${parts.model.id} has no gesture for "${event}".`);
    return found;
  };
  const act = async (stage: Stage, step: CaseStep): Promise<void> => {
    const { status, body } = await gestureOf(step)(stage, step);
    if (status >= 300) throw new Error(`The API answered ${status}: ${JSON.stringify(body)}`);
  };
  const see = async (stage: Stage, { to }: CaseStep): Promise<void> => {
    const place = await parts.placeOf(stage);
    if (place !== to) throw new Error(`It should stand in "${to}", and stands in "${place}".`);
  };

  async function refuse(stage: Stage, step: CaseStep): Promise<void> {
    const call = (await leaveUnmet(stage, step)) ?? gestureOf(step);
    // Whose it is may still not be the one to do it now: the hands are the same then.
    const isStranger =
      !step.verdict.may && step.verdict.because === 'role' && step.by !== parts.model.events[step.event]!.event.by;
    const hands = isStranger ? await parts.inHandsOf(stage, step.by as Role, step) : stage;
    const before = await parts.record(stage);
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
    const changes = differences(before, await parts.record(stage));
    if (changes.length > 0) throw new Error(`It was refused, but it changed something: ${changes.join('; ')}`);
  }

  /** @returns another call than the gesture's, where that leaves it unmet */
  async function leaveUnmet(stage: Stage, step: CaseStep): Promise<Call<Stage> | void> {
    if (step.broken === null) return undefined;
    const how = parts.unmet[step.broken as Requirement];
    const found = typeof how === 'string' ? how : await how(stage, step);
    if (typeof found === 'string') throw new NotHere(found);
    return found;
  }
  const prepare = async (stage: Stage, step: CaseStep) => (await leaveUnmet(stage, step)) === undefined;

  return {
    model: parts.model,
    surface: 'api',
    environment: parts.environment,
    begin: parts.begin,
    act,
    see,
    refuse,
    prepare,
  };
}

import { NotHere } from '../run/world.ts';
import type { CaseStep } from '../tool/cases.ts';
import type { Driver } from '../run/driver.ts';

export type Gesture<Stage> = (stage: Stage, step: CaseStep) => Promise<unknown>;

interface ScreenParts<Stage, Event extends string> extends Pick<
  Driver<Stage>,
  'model' | 'environment' | 'begin' | 'see' | 'faster' | 'takes'
> {
  /** What the right person does on the screen to trigger the event. */
  gestures: Record<Event, Gesture<Stage>>;
  /** For events with several payloads, those that are done differently. */
  more?: Record<string, Gesture<Stage>>;
  /** Throws if the screen offers what the step says is refused; by default, nothing is checked. */
  refuse?: (stage: Stage, step: CaseStep) => Promise<void>;
}

/** How a model is driven through the screens in Chromium. An event without a gesture does not compile. */
export function screenDriver<Stage, Event extends string>({
  gestures,
  more = {},
  refuse,
  ...parts
}: ScreenParts<Stage, Event>): Driver<Stage> {
  return {
    ...parts,
    surface: 'screens',
    async act(stage, step) {
      const gesture = more[step.event] ?? gestures[step.event as Event];
      if (!gesture) throw new Error(`${parts.model.id} has no gesture for "${step.event}".`);
      await gesture(stage, step);
    },
    refuse: refuse ?? notShown,
  };
}

/** A screen that has no button for it has nothing to refuse. */
async function notShown(_: unknown, { person }: CaseStep): Promise<void> {
  throw new NotHere(`What is refused to ${person} is not on the screens; run it through the API.`);
}

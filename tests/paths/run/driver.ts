import type { PathModel } from '../models/path-model.ts';
import type { CaseStep } from '../tool/cases.ts';
import type { World } from './world.ts';

export type Surface = 'api' | 'screens';

/** How a model is driven through one surface of the product. A stage is one record with the people around it. */
export interface Driver<Stage = unknown> {
  model: PathModel;
  surface: Surface;
  /** How the product is started for it, where the runner starts it. */
  environment: Record<string, string>;
  /** A record that stands where the model starts. */
  begin: (world: World) => Promise<Stage>;
  /** Does what the step says, and throws where it does not work. */
  act: (stage: Stage, step: CaseStep) => Promise<void>;
  /** Throws where the record does not stand where the step ends, as this surface tells it. */
  see: (stage: Stage, step: CaseStep) => Promise<void>;
  /** Tries what the step says, and throws where it was not refused, or where something changed. */
  refuse: (stage: Stage, step: CaseStep) => Promise<void>;
  /** Another surface that does a step faster, for steps that this one has walked already. */
  faster?: (stage: Stage, step: CaseStep) => Promise<void>;
  /** What a step walks of this surface, by name; by default the event in its place. */
  takes?: (step: CaseStep) => string[];
}

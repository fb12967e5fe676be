import type { PathModel } from '../models/path-model.ts';
import type { CaseStep } from '../tool/cases.ts';
import type { World } from './world.ts';

export type Surface = 'api' | 'screens';

/** How a model is driven through one surface of the product. A stage is one record with the people around it. */
export interface Driver<Stage = unknown> {
  model: PathModel;
  surface: Surface;
  /** The environment variables with which the runner starts the product. */
  environment: Record<string, string>;
  /** Creates a record in the place where the model starts. */
  begin: (world: World) => Promise<Stage>;
  /** Does what the step says; throws if it fails. */
  act: (stage: Stage, step: CaseStep) => Promise<void>;
  /** Throws unless this surface shows the record in the place where the step ends. */
  see: (stage: Stage, step: CaseStep) => Promise<void>;
  /**
   * Tries what the step says; throws if it was not refused, or if something changed. Resolves with whether the record
   * is again as it was before, although a requirement was left unmet.
   */
  refuse: (stage: Stage, step: CaseStep) => Promise<boolean | void>;
  /** Whether the record already lacks, for good, what the step is to be refused for. */
  lacks?: (stage: Stage, step: CaseStep) => boolean;
  /** Does a step faster through another surface, if it was already walked on this one. */
  faster?: (stage: Stage, step: CaseStep) => Promise<void>;
  /** The names of what a step takes on this surface; by default, the event in its place. */
  takes?: (step: CaseStep) => string[];
}

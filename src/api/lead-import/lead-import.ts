import { job } from '../noun.ts';
import type { Noun } from '../noun.ts';
import { RUN_IMPORT, forgetImports, runImport } from './lead-import.repository.ts';
import { leadImportRoutes } from './lead-import.routes.ts';

/** Files of leads, imported by agents with the right `imports`. */
export const leadImport: Noun = {
  calls: [{ for: 'imports', add: leadImportRoutes }],
  jobs: [job<{ importId: string }>(RUN_IMPORT, runImport)],
  tidy: forgetImports,
};

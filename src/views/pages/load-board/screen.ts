import type { Parameters } from '#src/machines/session/routes.ts';

/** The props of every screen of the portal: the parameters of its path. */
export interface ScreenProps {
  params: Parameters;
}

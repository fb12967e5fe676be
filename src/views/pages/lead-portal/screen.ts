import type { Parameters } from '#src/machines/session/routes.ts';

/** What every screen of the portal is given: the parameters of its address. */
export interface ScreenProps {
  params: Parameters;
}

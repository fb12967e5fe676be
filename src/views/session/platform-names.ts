import type { Platform } from '#src/machines/session/session.user.ts';

export const platformNames: Readonly<Record<Platform, string>> = {
  'agent-portal': 'Agent portal',
  'lead-portal': 'Lead portal',
  'load-board': 'Load board',
};

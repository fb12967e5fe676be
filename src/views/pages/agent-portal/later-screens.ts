import type { ComponentType } from 'react';
import type { ScreenProps } from './screen.ts';

type Load = () => Promise<{ default: ComponentType<ScreenProps> }>;

/**
 * Screens that nobody starts with. Kept apart so that the first list does not even include the names of their files.
 */
export const laterScreens = {
  today: () => import('./today/today-page.tsx'),
  calendar: () => import('./calendar/calendar-page.tsx'),
  archive: () => import('./archive/archive-page.tsx'),
  settings: () => import('./settings/settings-page.tsx'),
  carriers: () => import('./carriers/carriers-page.tsx'),
  carrier: () => import('./carriers/carrier-page.tsx'),
  team: () => import('./team/team-page.tsx'),
  import: () => import('./import/import-page.tsx'),
  tariffs: () => import('./tariffs/tariffs-page.tsx'),
  workflow: () => import('./workflow/workflow-page.tsx'),
  reports: () => import('./reports/reports-page.tsx'),
  brokerage: () => import('./brokerage/brokerage-page.tsx'),
  chats: () => import('./chats/chats-screen.tsx'),
} satisfies Record<string, Load>;

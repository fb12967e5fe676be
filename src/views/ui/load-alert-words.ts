import type { LoadAlert, LoadChannel } from '#src/generated/graphql/graphql.ts';

export const ALERT_NAMES: Record<LoadAlert, string> = {
  at_once: 'Right away',
  daily: 'Once a day',
  off: 'No alerts',
};
const CHANNEL_NAMES: Record<LoadChannel, string> = {
  mail: 'By email',
  push: 'As a notification',
  both: 'By email and notification',
};
export const CHANNELS = Object.entries(CHANNEL_NAMES).map(([value, label]) => ({ value, label }));
export const ALERTS = Object.entries(ALERT_NAMES).map(([value, label]) => ({ value, label }));

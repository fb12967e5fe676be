/** Recurring emails that a person can turn off by kind. Agents configure their notices in more detail. */
export const MAIL_SWITCHES = {
  'bid-invitation': ['carrier'],
  'job-message': ['carrier'],
  'policy-ending': ['carrier'],
  'follow-up': ['agent'],
  'state-lead-follow-up': ['mover', 'assistant'],
} as const;

export type MailSwitch = keyof typeof MAIL_SWITCHES;
export const MAIL_SWITCH_KINDS = Object.keys(MAIL_SWITCHES) as MailSwitch[];

/** The switches for a role. */
export const switchesOf = (role: string): MailSwitch[] =>
  MAIL_SWITCH_KINDS.filter((kind) => (MAIL_SWITCHES[kind] as readonly string[]).includes(role));

/** Emails that come again and again, and that one person can turn off by kind. Agents' notices are chosen more finely. */
export const MAIL_SWITCHES = {
  'bid-invitation': ['carrier'],
  'job-message': ['carrier'],
  'policy-ending': ['carrier'],
  'follow-up': ['agent'],
  'state-lead-follow-up': ['mover', 'assistant'],
} as const;

export type MailSwitch = keyof typeof MAIL_SWITCHES;
export const MAIL_SWITCH_KINDS = Object.keys(MAIL_SWITCHES) as MailSwitch[];

/** Those that somebody of a role gets. */
export const switchesOf = (role: string): MailSwitch[] =>
  MAIL_SWITCH_KINDS.filter((kind) => (MAIL_SWITCHES[kind] as readonly string[]).includes(role));

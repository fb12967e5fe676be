import type { Platform } from '#src/machines/session/session.user.ts';

/** Paths that mails link to. Their screens are in `src/views/routes.ts`; a test keeps the two in sync. */
export const hrefs = {
  lead: (id: string) => `/agent-portal/lead/${id}/info`,
  /** The lead with the dialog that awards this bid. */
  award: (id: string, bidId: string) => `/agent-portal/lead/${id}/info?award=${bidId}`,
  ownLeads: () => '/agent-portal/today',
  /** Leads that buyers reported as gone, and refunds to decide on. */
  reportedLeads: () => '/agent-portal/brokerage/marketplace',
  noticeSettings: () => '/agent-portal/settings#notifications',
  sharedEstimate: (token: string) => `/agent-portal/estimates/${token}`,
  sharedLead: (token: string) => `/agent-portal/shared/${token}`,
  /** Everything about a client's move on one page. */
  portal: (token: string) => `/move/${token}`,
  chat: (token: string) => `/agent-portal/chat/${token}`,
  signContract: (token: string) => `/agent-portal/broker-shipper-agreement/sign?token=${token}`,
  pay: (token: string) => `/agent-portal/payment/${token}`,
  board: () => '/load-board/leads/available',
  /** Where the carrier edits its saved searches. */
  loadSearches: () => '/load-board/leads/available?searches=1',
  trucks: () => '/load-board/leads/available?trucks=1',
  oneClickSearch: (token: string) => `/api/frontend/carrier/load-searches/one-click/${token}`,
  /** A job that the carrier has. */
  ownJob: (leadId: string, isCompleted: boolean) =>
    `/load-board/leads/${isCompleted ? 'completed' : 'open'}?load=${leadId}`,
  carrierPayments: () => '/load-board/payments',
  load: (id: string) => `/load-board/leads/available?load=${id}`,
  login: (platform: Platform) => `/auth/${platform}/login`,
  forgotPassword: (platform: Platform) => `/auth/${platform}/forgot-password`,
  passwordNew: (token: string, platform: Platform) => `/auth/password-new?platform=${platform}&token=${token}`,
  confirmEmail: (token: string, platform: Platform) =>
    platform === 'load-board' ? `/auth/load-board/confirm-email?token=${token}` : `/auth/confirm-email?token=${token}`,
  confirmEmailChange: (token: string) => `/auth/confirm-email-change?token=${token}`,
  signUpAssistant: (token: string) => `/auth/lead-portal/signup-assistant?token=${token}`,
  agentInvitation: (token: string) => `/auth/agent-portal/invitation?token=${token}`,
  team: () => '/agent-portal/team',
  assistants: () => '/settings?tab=company',
  billing: () => '/settings#billing',
  carrier: (id: string) => `/agent-portal/carriers/${id}`,
  signupComplete: () => '/auth/load-board/signup-complete',
  boardAccount: () => '/load-board/settings/account',
  moverAccount: () => '/settings?tab=account',
  boardSettings: () => '/load-board/settings/general',
  stateLeads: (id?: string) => (id ? `/leads?lead=${id}` : '/leads'),
  stateQuote: (token: string) => `/quote/${token}`,
  /** The purchases of an address; the token is mailed. */
  orders: (token: string) => `/marketplace/orders?token=${token}`,
  askForOrders: () => '/marketplace/orders',
  boughtLeads: (token: string) => `/marketplace/details?token=${token}`,
  /** Not a screen: a PDF. */
  purchaseReceipt: (token: string) => `/files/shop-lead/details/receipt?token=${token}`,
  settingsUnsubscribe: (field: 'email_on_new_lead' | 'email_on_subscription_cancellation') =>
    `/email/settings-unsubscribe?field=${field}`,
  /**
   * `states` are those whose leads are shown; none means all. For a state with cities (`OH:Columbus`), only those
   * cities.
   */
  leadsForSale: (states: readonly string[] = [], cities: readonly string[] = []) =>
    states.length
      ? `/marketplace?states=${states.join(',')}${cities.length ? `&cities=${encodeURIComponent(cities.join(','))}` : ''}`
      : '/marketplace',
  /** Where a mailbox on the list changes the topics and frequency of its mails. */
  chooseMails: (token: string) => `/email/marketplace-subscribe?choice=1&token=${token}`,
  confirmMails: (token: string) => `/email/marketplace-subscribe?token=${token}`,
  unsubscribe: (email: string, token: string) => `/email/unsubscribe?email=${encodeURIComponent(email)}&token=${token}`,
  /** Not a screen: mail programs POST here (RFC 8058). */
  oneClickUnsubscribe: (token: string) => `/api/frontend/email_subscribe/one-click/${token}`,
  oneClickMails: (token: string) => `/api/frontend/user/mails/one-click/${token}`,
  oneClickSettings: (token: string) => `/api/frontend/user/settings/one-click/${token}`,
  /** Not a screen: calendar programs read this. */
  calendarFeed: (token: string) => `/api/frontend/calendar/${token}`,
  jobAgreement: (leadId: string) => `/load-board/specific-job-agreement/${leadId}`,
} as const;

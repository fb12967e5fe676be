import type { BoardSettings, BoardTab, BrokerageView, LeadTab, LeadView } from '#src/machines/session/routes.ts';
import type { Platform, PortalRole } from '#src/machines/session/session.user.ts';
import { doorHrefs } from './door-hrefs.ts';

type Query = Record<string, string | number | boolean | null | undefined>;

/** A query string of the values that are set; empty and missing ones are left out. */
function query(values: Query = {}): string {
  const set = Object.entries(values).filter(
    ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
  );
  return set.length ? `?${new URLSearchParams(set.map(([key, value]) => [key, String(value)]))}` : '';
}

/** The fragment of the billing section of a mover's settings. */
export const BILLING = 'billing';

/** The tabs of a mover's settings. */
export type MoverSettings = 'billing' | 'company' | 'area' | 'account';

/** Every path of the product is built here and nowhere else. */
const id = encodeURIComponent;

export const hrefs = {
  ...doorHrefs,
  start: () => '/',
  login: (platform: Platform, next?: string) => `/auth/${platform}/login${query({ next })}`,
  boardVerificationSent: () => '/auth/load-board/signup-email-verification-sent',
  passwordNew: (platform: Platform, token: string) => `/auth/password-new${query({ platform, token })}`,

  privacyPolicy: () => '/privacy-policy',
  termsOfService: () => '/terms-of-service',

  mover: {
    leads: (filters?: Query) => `/leads${query(filters)}`,
    archive: (filters?: Query) => `/archive${query(filters)}`,
    leadsCsv: (list: Query) => `/files/state-lead/export${query(list)}`,
    /** The period, by name. */
    figures: (period?: Query) => `/figures${query(period)}`,
    settings: (role: PortalRole, tab?: MoverSettings) =>
      `${role === 'assistant' ? '/settings-assistant' : '/settings'}${query({ tab })}`,
    /** The billing section of the mover's settings. */
    billing: () => `/settings#${BILLING}`,
    subscribe: () => '/subscribe',
    topCities: () => '/auth/lead-portal/top-cities',
  },

  market: {
    leads: (filters?: Query) => `/marketplace${query(filters)}`,
    /** Pages of places, rendered by the server only; state and city are spelled as in URLs. */
    places: (state?: string, city?: string) => ['/moving-leads', state, city].filter(Boolean).join('/'),
    details: (token: string) => `/marketplace/details${query({ token })}`,
    detailsCsv: (token: string) => `/files/shop-lead/details/export${query({ token })}`,
    detailsReceipt: (token: string) => `/files/shop-lead/details/receipt${query({ token })}`,
    /** What an email address has bought; without a token, the page that requests the link. */
    orders: (token?: string) => `/marketplace/orders${query({ token })}`,
    orderReceipt: (token: string, reference: string) => `/files/shop-lead/orders/receipt${query({ token, reference })}`,
    /** Emails about new leads; `states` are preselected, by postal abbreviation. */
    subscribe: (filters?: { states?: string; cities?: string }) => `/email/marketplace-subscribe${query(filters)}`,
    unsubscribe: (email: string, token?: string) => `/email/unsubscribe${query({ email, token })}`,
  },

  agent: {
    /** `agent` and `everybody` select whose work is shown; by default, one's own. */
    today: (shown?: Query) => `/agent-portal/today${query(shown)}`,
    leads: (tab: LeadTab, filters?: Query) => `/agent-portal/leads/${tab}${query(filters)}`,
    /** All pages of leads: the lists, and each lead's page. */
    leadPaths: ['/agent-portal/leads', '/agent-portal/lead'],
    /** The prefix of every lead page's path. */
    leadPages: '/agent-portal/lead/',
    leadsCsv: (list: Query) => `/files/agent-lead/export${query(list)}`,
    statement: (leadId: string, form: 'pdf' | 'csv') =>
      `/files/agent-lead/${id(leadId)}/statement${form === 'csv' ? '/export' : ''}`,
    lead: (leadId: string, view: LeadView = 'info') => `/agent-portal/lead/${id(leadId)}/${view}`,
    /** The lead, with the dialog to award this bid open. */
    award: (leadId: string, bidId: string) => `/agent-portal/lead/${id(leadId)}/info${query({ award: bidId })}`,
    archive: (filters?: Query) => `/agent-portal/archive${query(filters)}`,
    carriers: (filters?: Query) => `/agent-portal/carriers${query(filters)}`,
    carriersCsv: (list: Query) => `/files/agent/carriers/export${query(list)}`,
    carrier: (carrierId: string) => `/agent-portal/carriers/${id(carrierId)}`,
    chats: (filters?: Query) => `/agent-portal/chats${query(filters)}`,
    chat: (chatId: string) => `/agent-portal/chats/${id(chatId)}`,
    /** `days` and `state` select what is shown. */
    workflow: (shown?: Query) => `/agent-portal/workflow${query(shown)}`,
    /** The period, by name or from one day to another. */
    reports: (period?: Query) => `/agent-portal/reports${query(period)}`,
    /** The ledger of all leads, by payment date. */
    paymentsCsv: ({ from, to }: { from: string; to: string }) =>
      `/files/agent-lead/payments/export${query({ from, to })}`,
    reportCsv: (asked: Query) => `/files/agent/reports/export${query(asked)}`,
    /** `person`: whose details are open. */
    team: (shown?: Query) => `/agent-portal/team${query(shown)}`,
    /** `file`: the import to show; without it, a new one. */
    importLeads: (shown?: Query) => `/agent-portal/import${query(shown)}`,
    importRefused: (importId: string) => `/files/agent/lead-imports/${id(importId)}/refused`,
    tariffs: () => '/agent-portal/tariffs',
    settings: () => '/agent-portal/settings',
    /** The notifications section of the settings. */
    notices: () => '/agent-portal/settings#notifications',
    /** `view` and `date` select what is shown, `everybody` whose. */
    calendar: (shown?: Query) => `/agent-portal/calendar${query(shown)}`,
    brokerage: (view: BrokerageView = 'company') => `/agent-portal/brokerage/${view}`,
    /** All pages of the brokerage's settings. */
    brokeragePaths: ['/agent-portal/brokerage'],
  },

  board: {
    leads: (tab: BoardTab, filters?: Query) => `/load-board/leads/${tab}${query(filters)}`,
    /** All files of a load that carriers may see, as one ZIP file. */
    filesZip: (loadId: string) => `/files/carrier/agent-lead/${id(loadId)}/attachments/download`,
    /** `state`, `from` and `to` narrow the list. */
    payments: (filters?: Query) => `/load-board/payments${query(filters)}`,
    paymentsCsv: (filters?: Query) => `/files/carrier/pay/export${query(filters)}`,
    settings: (view: BoardSettings) => `/load-board/settings/${view}`,
    /** A job agreement is identified by the id of its load. */
    jobAgreement: (loadId: string) => `/load-board/specific-job-agreement/${id(loadId)}`,
    jobAgreementSigned: (loadId?: string) => `/load-board/specific-job-agreement/signed${query({ load: loadId })}`,
    signupComplete: () => '/auth/load-board/signup-complete',
  },

  client: {
    chat: (uuid: string) => `/agent-portal/chat/${id(uuid)}`,
    /** Receives the client's messages and photos. */
    chatMessages: (uuid: string) => `/files/ai-chat/client/${id(uuid)}`,
    portalEstimate: (token: string, estimateId: string) =>
      `/files/agent-lead/portal/estimates/${id(estimateId)}${query({ token })}`,
    portalReceipt: (token: string, paymentId: string) =>
      `/files/agent-lead/portal/receipts/${id(paymentId)}${query({ token })}`,
    portalPaper: (token: string, paper: string) => `/files/agent-lead/portal/papers/${paper}${query({ token })}`,
    sharedLead: (token: string) => `/agent-portal/shared/${id(token)}`,
    estimate: (token: string) => `/agent-portal/estimates/${id(token)}`,
    payment: (token: string) => `/agent-portal/payment/${id(token)}`,
    agreementSign: (token: string) => `/agent-portal/broker-shipper-agreement/sign${query({ token })}`,
    agreementSigned: (token?: string) => `/agent-portal/broker-shipper-agreement/signed${query({ token })}`,
    agreementSendEmail: (token: string) => `/agent-portal/broker-shipper-agreement/send-email${query({ token })}`,
    stateQuote: (token: string) => `/quote/${id(token)}`,
  },
} as const;

import type { BoardSettings, BoardTab, Door, LeadTab, LeadView } from '#src/machines/session/routes.ts';
import type { Platform, PortalRole } from '#src/machines/session/session.user.ts';

/** Every path of the product is built here; nothing else writes one down. */
const id = encodeURIComponent;

/** A query from what is set; empty and missing values leave no trace in the address. */
function query(values: Query = {}): string {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== '' && value !== false);
  return set.length ? `?${new URLSearchParams(set.map(([key, value]) => [key, String(value)]))}` : '';
}
type Query = Record<string, string | number | boolean | null | undefined>;

export const hrefs = {
  start: () => '/',
  login: (platform: Platform, next?: string) => `/auth/${platform}/login${query({ next })}`,
  /** What stands at the door of each platform besides signing in. */
  door: (platform: Platform, door: Exclude<Door, 'login'>) => `/auth/${platform}/${door}`,
  signUp: { 'lead-portal': '/auth/lead-portal/signup', 'load-board': '/auth/load-board/signup' },
  boardVerificationSent: () => '/auth/load-board/signup-email-verification-sent',
  passwordNew: (platform: Platform, token: string) => `/auth/password-new${query({ platform, token })}`,

  privacyPolicy: () => '/privacy-policy',
  termsOfService: () => '/terms-of-service',

  mover: {
    leads: (filters?: Query) => `/leads${query(filters)}`,
    archive: (filters?: Query) => `/archive${query(filters)}`,
    settings: (role: PortalRole) => (role === 'assistant' ? '/settings-assistant' : '/settings'),
    subscribe: () => '/subscribe',
    topCities: () => '/auth/lead-portal/top-cities',
  },

  market: {
    leads: (filters?: Query) => `/marketplace${query(filters)}`,
    details: (token: string) => `/marketplace/details${query({ token })}`,
  },

  agent: {
    leads: (tab: LeadTab, filters?: Query) => `/agent-portal/leads/${tab}${query(filters)}`,
    /** Everything that belongs to the leads: the lists, and each lead's page. */
    leadPaths: ['/agent-portal/leads', '/agent-portal/lead'],
    lead: (leadId: string, view: LeadView = 'info') => `/agent-portal/lead/${id(leadId)}/${view}`,
    archive: (filters?: Query) => `/agent-portal/archive${query(filters)}`,
    carriers: (filters?: Query) => `/agent-portal/carriers${query(filters)}`,
    carrier: (carrierId: string) => `/agent-portal/carriers/${id(carrierId)}`,
    settings: () => '/agent-portal/settings',
  },

  board: {
    leads: (tab: BoardTab, filters?: Query) => `/load-board/leads/${tab}${query(filters)}`,
    /** All files of a load that carriers may see, in one. */
    filesZip: (loadId: string) => `/files/carrier/agent-lead/${id(loadId)}/attachments/download`,
    settings: (view: BoardSettings) => `/load-board/settings/${view}`,
    /** The agreement of a job goes by the id of its load. */
    jobAgreement: (loadId: string) => `/load-board/specific-job-agreement/${id(loadId)}`,
    jobAgreementSigned: (loadId?: string) => `/load-board/specific-job-agreement/signed${query({ load: loadId })}`,
    signupComplete: () => '/auth/load-board/signup-complete',
  },

  client: {
    chat: (uuid: string) => `/agent-portal/chat/${id(uuid)}`,
    sharedLead: (token: string) => `/agent-portal/shared/${id(token)}`,
    estimate: (token: string) => `/agent-portal/estimates/${id(token)}`,
    agreementSign: (token: string) => `/agent-portal/broker-shipper-agreement/sign${query({ token })}`,
    agreementSigned: (token?: string) => `/agent-portal/broker-shipper-agreement/signed${query({ token })}`,
    agreementSendEmail: (token: string) => `/agent-portal/broker-shipper-agreement/send-email${query({ token })}`,
  },
} as const;

/** Paths that mails point to. The screens behind them are in `src/views/routes.ts`; a test holds the two together. */
export const hrefs = {
  lead: (id: string) => `/agent-portal/lead/${id}/info`,
  sharedEstimate: (token: string) => `/agent-portal/estimates/${token}`,
  sharedLead: (token: string) => `/agent-portal/shared/${token}`,
  signContract: (token: string) => `/agent-portal/broker-shipper-agreement/sign?token=${token}`,
  load: (id: string) => `/load-board/leads/available?load=${id}`,
  jobAgreement: (leadId: string) => `/load-board/specific-job-agreement/${leadId}`,
} as const;

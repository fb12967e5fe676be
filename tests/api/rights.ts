/**
 * Who may do what: every call of the API for everybody who could make it. What is asked for is A's: the business of
 * mover A, a job that carrier C1 has, and the accounts of both. The unsigned carrier has not signed the broker-carrier
 * agreement, so the load board is not open to it.
 *
 *   +  may; the call is judged by what it carries
 *   -  may not: 401 to somebody who is not signed in, 403 to everybody else
 *   0  like something that does not exist: 404
 *
 * A call that is not in here fails the tests.
 */
export const principals = [
  'anyone',
  'mover A',
  'assistant A',
  'mover B',
  'assistant B',
  'agent',
  'agent 2',
  'carrier C1',
  'carrier C2',
  'unsigned carrier',
] as const;
export type PrincipalName = (typeof principals)[number];

//             any  mA  aA  mB  aB  a1  a2  C1  C2  un
const agents = ' -   -   -   -   -   +   +   -   -   -';
const carriers = ' -   -   -   -   -   -   -   +   +   +';
const ownJob = ' -   -   -   -   -   -   -   +   0   0';
/** The load board, and the jobs on it. */
const board = ' -   -   -   -   -   -   -   +   +   -';
const boardJob = ' -   -   -   -   -   -   -   +   0   -';
const movers = ' -   +   -   +   -   -   -   -   -   -';
const lead = ' -   +   +   +   +   -   -   -   -   -';
const portal = ' -   +   +   +   +   +   +   +   +   +';
const nobody = ' -   -   -   -   -   -   -   -   -   -';
const open = ' +   +   +   +   +   +   +   +   +   +';
/** Only for somebody with the token of the link, which nobody here has. */
const link = ' 0   0   0   0   0   0   0   0   0   0';

export const rights: Record<string, string> = {
  // Doors: everybody may knock. A password or a refresh token that is none is refused whoever brings it.
  'POST user/token': nobody,
  'POST agent/token': nobody,
  'POST carrier/token': nobody,
  'POST user/token/refresh': nobody,
  'POST agent/token/refresh': nobody,
  'POST carrier/token/refresh': nobody,
  'POST user/': open,
  'POST carrier/register': open,
  'POST user/email/confirm/': open,
  'POST carrier/email/confirm/send': open,
  'POST user/password/reset/confirm/': open,
  'POST agent/password/reset/confirm/': open,
  'POST carrier/password/reset/confirm/': open,
  // With the token of a mail, or with the password one has.
  'POST user/change_password': open,
  'POST agent/change_password': open,
  'POST carrier/change_password': open,
  'POST carrier/email/confirm/': link,
  'POST user/email/change': link,
  'GET user/invite-decode': link,
  'GET mail-link': link,
  'POST user/signup-assistant': link,
  'GET agent/invitation': link,
  'POST agent/invitation': link,
  'GET user/settings/available-states': open,
  'GET user/settings/cities': open,
  'GET places': open,

  // The own account.
  'GET user/': lead,
  'GET agent/': agents,
  'GET carrier/': carriers,
  'DELETE session/': portal,
  'GET account/sessions': portal,
  'DELETE account/sessions': portal,
  //                              any  mA  aA  mB  aB  a1  a2  C1  C2  un: a session of mover A
  'DELETE account/sessions/{id}': ' -   +   0   0   0   0   0   0   0   0',
  'PATCH user/': lead,
  'PATCH agent/': agents,
  'PATCH user/settings/': portal,
  'POST user/email/change/confirm': lead,
  'POST agent/email/change/confirm': agents,
  'POST carrier/email/change/confirm': carriers,
  'POST user/avatar': lead,
  'POST agent/avatar': agents,
  'POST carrier/avatar': carriers,
  'DELETE user/avatar': lead,
  'DELETE agent/avatar': agents,
  'DELETE carrier/avatar': carriers,
  //                          any  mA  aA  mB  aB  a1  a2  C1  C2  un: pictures that nobody has
  'GET user/avatar/{fileId}': ' -   0   0   0   0   -   -   -   -   -',
  'GET agent/avatar/{fileId}': ' -   -   -   -   -   0   0   -   -   -',
  'GET carrier/avatar/{fileId}': ' -   -   -   -   -   -   -   0   0   0',

  // The business of mover A.
  'GET user/settings/top-cities': lead,
  'POST user/settings/top-cities': lead,
  'GET user/assistants': movers,
  'POST user/invite': movers,
  //                              any  mA  aA  mB  aB  a1  a2  C1  C2  un
  'POST user/invite/{id}/resend': ' -   +   -   0   -   -   -   -   -   -',
  'DELETE user/delete': ' -   +   -   0   -   -   -   -   -   -',
  'GET user/subscription/subscription': lead,
  'POST user/subscription/': movers,
  'PUT user/subscription/': movers,
  'POST user/subscription/pay': movers,
  'DELETE user/subscription/{subscriptionId}/cancel': ' -   +   -   0   -   -   -   -   -   -',
  'POST user/subscription/payment/method': movers,
  'GET user/subscription/coupon': movers,
  'POST user/subscription/coupon/apply': movers,
  'DELETE user/subscription/coupon/remove': movers,
  'GET user/payment/methods': movers,
  'GET user/payment/history': movers,
  'POST user/payment/card/attach': movers,
  'POST user/payment/card/{cardId}/detach': ' -   +   -   0   -   -   -   -   -   -',
  'POST user/payment/card/{cardId}/default': ' -   +   -   0   -   -   -   -   -   -',

  // A lead that business A has. Its notes are changed by their writer, who is mover A.
  'GET state-lead/': lead,
  'POST state-lead/archive': lead,
  ...Object.fromEntries(
    [
      'GET state-lead/{lead_id}',
      'PATCH state-lead/{lead_id}',
      'GET state-lead/{lead_id}/notes',
      'POST state-lead/{lead_id}/notes',
      'POST quote/{leadId}/',
      //        any  mA  aA  mB  aB  a1  a2  C1  C2  un
    ].map((call) => [call, ' -   +   +   0   0   -   -   -   -   -']),
  ),
  'PATCH state-lead/notes/{note_id}': ' -   +   -   0   0   -   -   -   -   -',
  'DELETE state-lead/notes/{note_id}': ' -   +   -   0   0   -   -   -   -   -',
  'GET state-lead/quote': link,
  'POST state-lead/quote': link,
  // With the key of a lead provider.
  'POST intake/state-lead': nobody,
  // With a token of the deployment; without one there is no such call.
  'POST mail/events': ' 0   0   0   0   0   0   0   0   0   0',
  'GET agent/mail-stops': agents,
  // Nothing is stopped that they could name.
  'POST agent/mail-stops/lift': ' -   -   -   -   -   0   0   -   -   -',

  // The shop, and purchases behind their tokens. Nobody here has one; a purchase that is named must be one that is for sale.
  'GET shop-lead/': open,
  'GET shop-lead/leads-map': open,
  'GET shop-lead/states-cities': open,
  'GET shop-lead/lead': open,
  'POST shop-lead/purchase': open,
  'GET shop-lead/purchase/{token}': link,
  'POST shop-lead/purchase/{token}/pay': link,
  'POST shop-lead/purchase/{token}/check': link,
  'DELETE shop-lead/purchase/{token}': link,
  'GET shop-lead/details': link,
  'GET shop-lead/details/export': link,
  'POST shop-lead/details/report': link,
  // Chats: agents have them all, a client the one of the link. Nobody here has a link, and nobody sent the photo.
  ...Object.fromEntries(
    [
      'GET ai-chat/',
      'POST ai-chat/',
      'POST ai-chat/{uuid}/link',
      'GET ai-chat/{uuid}',
      'GET ai-chat/{uuid}/earlier',
      'POST ai-chat/{uuid}/answer',
      'POST ai-chat/{uuid}/take',
      'POST ai-chat/{uuid}/return',
      'POST ai-chat/{uuid}/close',
      'POST ai-chat/{uuid}/reopen',
      'PATCH ai-chat/{uuid}/summary',
      'PATCH ai-chat/{uuid}/details',
      'POST ai-chat/{uuid}/seen',
      'POST ai-chat/{uuid}/typing',
      'GET ai-chat/{uuid}/changes',
      'POST ai-chat/{uuid}/apply',
      'POST ai-chat/{uuid}/lead',
    ].map((call) => [call, agents]),
  ),
  //                                      any  mA  aA  mB  aB  a1  a2  C1  C2  un
  'GET ai-chat/{uuid}/photos/{photoId}': ' -   -   -   -   -   0   0   -   -   -',
  'GET ai-chat/client/{uuid}': link,
  'GET ai-chat/client/{uuid}/earlier': link,
  'POST ai-chat/client/{uuid}': link,
  'PATCH ai-chat/client/{uuid}/details': link,
  'POST ai-chat/client/{uuid}/confirm': link,
  'POST ai-chat/client/{uuid}/person': link,
  'POST ai-chat/client/{uuid}/typing': link,
  'GET ai-chat/client/{uuid}/photos/{photoId}': link,
  // The mailing list: a mailbox proves itself with the token of its mail.
  'GET brokerage': open,
  'GET brokerage/logo/{version}': open,
  'POST email_subscribe/subscribe': open,
  'POST email_subscribe/unsubscribe': open,
  'POST email_subscribe/confirm': link,
  'GET email_subscribe/unsubscribe': link,
  'GET email_subscribe/one-click/{token}': link,
  'POST email_subscribe/one-click/{token}': link,
  'GET user/settings/one-click/{token}': link,
  'POST user/settings/one-click/{token}': link,

  'GET live': portal,

  // Leads: all agents work all of them.
  ...Object.fromEntries(
    [
      'GET agent-lead/',
      'POST agent-lead/',
      'GET agent-lead/counts',
      'GET agent-lead/duplicates',
      'GET agent-lead/search/global',
      'GET agent-lead/{leadId}',
      'PATCH agent-lead/{leadId}',
      'POST agent-lead/{leadId}/attachment',
      'GET agent-lead/{leadId}/attachments/download',
      'PATCH agent-lead/attachment/{attachmentId}',
      'DELETE agent-lead/attachment/{attachmentId}',
      'GET agent-lead/attachment/{attachmentId}/content',
      'GET agent-lead/bid/',
      'POST agent-lead/bid/mark_as_seen',
      'POST agent-lead/{leadId}/follow_up',
      'POST agent-lead/{leadId}/quote',
      'POST agent-lead/contract/{contractId}/send',
      'POST agent-lead/{leadId}/contracted/send',
      'POST agent-lead/{leadId}/load-board/post',
      'POST agent-lead/{leadId}/load-board/take-off',
      'POST agent-lead/{leadId}/carrier/award',
      'POST agent-lead/{leadId}/carrier/special_award',
      'POST agent-lead/{leadId}/carrier/withdraw',
      'POST agent-lead/{leadId}/carrier/drop',
      'POST agent-lead/{leadId}/contract/reopen',
      'POST agent-lead/{leadId}/contract/correct',
      'POST agent-lead/{leadId}/contract/payout',
      'POST agent-lead/{leadId}/payments/refund',
      'POST agent-lead/{leadId}/payments/link',
      'POST agent-lead/{leadId}/contract/close',
      'GET agent-lead/{leadId}/agreements/{agreementId}',
      'POST agent-lead/{leadId}/invoice/send',
      'POST agent-lead/{leadId}/invoice/payment',
      'GET agent-lead/{leadId}/nearest-carriers',
      'GET agent-lead/{leadId}/history',
      'GET agent-lead/{leadId}/contract/paper',
      'POST agent-lead/{leadId}/share',
      'DELETE agent-lead/{leadId}/links/{linkId}',
      'POST agent-lead/{leadId}/estimates',
      'GET agent-lead/estimates/{estimateId}',
      'GET agent-lead/estimates/{estimateId}/mail',
      'GET agent-lead/{leadId}/price',
      'GET agent-lead/items',
      'PUT agent-lead/estimates/{estimateId}',
      'POST agent-lead/estimates/{estimateId}/share',
      'GET agent/carriers',
      'GET agent/carriers/filter-list',
      'GET agent/carriers/{carrierId}/details',
      'PATCH agent/carriers/{carrierId}',
      'PUT agent/carriers/{carrierId}/pricing-sheet',
      'GET agent/carriers/{carrierId}/jobs',
      'GET agent/carriers/{carrierId}/insurance/{id}/file',
      'POST agent/carriers/{carrierId}/notes',
      'DELETE agent/carriers/{carrierId}/notes/{noteId}',
      'GET agent/dropdown-list',
      'GET agent/profile',
      'GET agent/two-factor',
      'POST agent/two-factor',
      'POST agent/two-factor/confirm',
      'POST agent/two-factor/off',
      'POST agent/two-factor/recovery-codes',
    ].map((call) => [call, agents]),
  ),
  // Agent 2 was not given the right to see the workflow.
  ...Object.fromEntries(
    [
      'GET agent/workflow',
      'GET agent/workflow/paths',
      'GET agent/workflow/refusals',
      'GET agent/workflow/place',
      'GET agent/workflow/people',
      'GET agent/team',
      'GET agent/team/history',
      'POST agent/team',
    ].map((call) => [call, ' -   -   -   -   -   +   -   -   -   -']),
  ),
  // The demonstration has its agents.
  'GET setup': open,
  'POST setup/begin': link,
  'PUT setup/brokerage': link,
  'POST setup/agent': link,
  // Nor the right to change the settings of the brokerage.
  ...Object.fromEntries(
    [
      'GET agent/settings',
      'GET agent/settings/history',
      'GET agent/settings/logo',
      'GET agent/webhooks',
      'POST agent/webhooks',
      'POST agent/settings/logo',
      'GET agent/agreement-templates/broker-shipper',
      'GET agent/agreement-templates/broker-shipper/text',
      'POST agent/agreement-templates/broker-shipper',
      'POST agent/agreement-templates/broker-shipper/preview',
      'GET agent/agreement-templates/broker-carrier',
      'GET agent/agreement-templates/broker-carrier/text',
      'POST agent/agreement-templates/broker-carrier',
      'POST agent/agreement-templates/broker-carrier/preview',
      'GET agent/agreement-templates/specific-job',
      'GET agent/agreement-templates/specific-job/text',
      'POST agent/agreement-templates/specific-job',
      'POST agent/agreement-templates/specific-job/preview',
      'POST agent/settings/logo/remove',
      'PATCH agent/settings/brokerage',
      'PATCH agent/settings/mail',
      'PATCH agent/settings/marketplace',
      'PATCH agent/settings/subscription',
      'PATCH agent/settings/leads',
      'PATCH agent/settings/sign-in',
      'PATCH agent/settings/assistant',
      'POST agent/settings/assistant/test',
      'POST agent/settings/mail/test',
      'POST agent/settings/mail/check',
      'POST agent/settings/payments/test',
      'GET agent/tariff',
      'GET agent/tariff/versions',
      'POST agent/tariff',
      'POST agent/tariff/file',
      'GET agent/intake-keys',
      'POST agent/intake-keys',
      'POST agent/legal/privacy-policy',
      'POST agent/legal/terms-of-service',
    ].map((call) => [call, ' -   -   -   -   -   +   -   -   -   -']),
  ),
  'POST agent/intake-keys/{id}/revoke': ' -   -   -   -   -   0   -   -   -   -',
  // None is here.
  ...Object.fromEntries(
    [
      'PUT agent/webhooks/{id}',
      'POST agent/webhooks/{id}/remove',
      'GET agent/webhooks/{id}/deliveries',
      'POST agent/webhooks/deliveries/{id}/resend',
    ].map((call) => [call, ' -   -   -   -   -   0   -   -   -   -']),
  ),
  'GET agent/archive-reasons': agents,
  'GET agent/saved-views': agents,
  'POST agent/saved-views': agents,
  // None is here.
  'PUT agent/saved-views/{id}': ' -   -   -   -   -   0   0   -   -   -',
  'POST agent/saved-views/{id}/remove': ' -   -   -   -   -   0   0   -   -   -',
  'GET legal/privacy-policy': open,
  'GET legal/terms-of-service': open,
  // None was published here.
  'GET legal/privacy-policy/text': link,
  'GET legal/terms-of-service/text': link,
  // Agent 2 was not given the right to see to the team either. Nobody is invited here.
  ...Object.fromEntries(
    [
      'POST agent/team/{id}/resend',
      'POST agent/team/{id}/revoke',
      'PUT agent/team/{id}/name',
      'PUT agent/team/{id}/rights',
      'POST agent/team/{id}/disable',
      'POST agent/team/{id}/enable',
      'POST agent/team/{id}/sign-out',
    ].map((call) => [call, ' -   -   -   -   -   0   -   -   -   -']),
  ),
  'POST agent/team/{id}/hand-over': ' -   -   -   -   -   +   -   -   -   -',
  // Papers and entries of the ledger that this lead does not have (yet).
  'POST agent-lead/{leadId}/payments/correct': ' -   -   -   -   -   0   0   -   -   -',
  'GET agent-lead/{leadId}/contract/completion': ' -   -   -   -   -   0   0   -   -   -',
  // Neither of the agents was given the right to export.
  'GET agent-lead/payments/export': nobody,
  'GET agent-lead/export': nobody,
  'GET agent/reports': nobody,
  'GET agent/reports/export': nobody,
  'GET agent/carriers/export': nobody,
  'GET agent-lead/{leadId}/invoice': ' -   -   -   -   -   0   0   -   -   -',
  'GET agent/carriers/{carrierId}/licenses/{id}/file': ' -   -   -   -   -   0   0   -   -   -',
  'GET agent/carriers/{carrierId}/agreement/file': ' -   -   -   -   -   0   0   -   -   -',

  // Clients come with the token of a link.
  'GET agent-lead/shared/{token}': link,
  'GET agent-lead/estimates/shared': link,
  'POST agent-lead/estimates/shared/open': link,
  'POST agent-lead/estimates/shared/accept': link,
  'POST agent-lead/estimates/shared/decline': link,
  'POST agent-lead/estimates/shared/ask': link,
  'POST agent-lead/estimates/shared/sign': link,
  'GET agent-lead/contract/sign': link,
  'GET agent-lead/payment/shared': link,
  'POST agent-lead/payment/shared/pay': link,
  'POST agent-lead/payment/shared/check': link,
  'POST agent-lead/contract/sign': link,
  'POST agent-lead/contract/open': link,
  'POST agent-lead/contract/decline': link,
  // Says the same for every token.
  'POST agent-lead/contract/send/email': open,
  'GET agent-lead/contract/signed': link,

  // The carrier that has the job, and one that has not.
  'GET carrier/agent-lead/': board,
  'GET carrier/agent-lead/map': board,
  'GET carrier/agent-lead/{leadId}/details': boardJob,
  'GET carrier/agent-lead/{leadId}/attachments/download': boardJob,
  'GET carrier/agent-lead/{leadId}/attachment/{attachmentId}/content': boardJob,
  'GET carrier/agent-lead/{leadId}/carrier-rate-schedule/data': boardJob,
  'POST carrier/agent-lead/{leadId}/bid/place': boardJob,
  'DELETE carrier/agent-lead/{leadId}/bid': boardJob,
  'GET carrier/specific-job-agreement/{leadId}': ownJob,
  'POST carrier/specific-job-agreement/{leadId}/sign': ownJob,
  'POST carrier/specific-job-agreement/{leadId}/decline': ownJob,
  'GET carrier/specific-job-agreement/{leadId}/signed': ownJob,
  'GET carrier/profile': carriers,
  'GET carrier/pricing-sheet': carriers,
  'PUT carrier/pricing-sheet': carriers,
  'PUT carrier/': carriers,
  'POST carrier/insurance/upload': carriers,
  'GET carrier/insurance/{id}/file': ownJob,
  'POST carrier/insurance/{id}/complete': ownJob,
  'DELETE carrier/insurance/{id}': ownJob,
  'GET carrier/licenses/{id}/file': ' -   -   -   -   -   -   -   0   0   0',
  // Both signed on paper, long ago.
  'GET carrier/agreement': ' -   -   -   -   -   -   -   0   0   +',
  'POST carrier/agreement/sign': ' -   -   -   -   -   -   -   0   0   0',
  'GET carrier/agreement/signed': ' -   -   -   -   -   -   -   0   0   0',
};

import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { agentRoutes } from './account/agent.routes.ts';
import { assistantRoutes } from './account/assistant.routes.ts';
import { avatarRoutes } from './account/avatar.routes.ts';
import { emailChangeRoutes } from './account/email-change.routes.ts';
import { recoveryRoutes } from './account/recovery.routes.ts';
import { signUpRoutes } from './account/sign-up.routes.ts';
import { topCityRoutes } from './account/top-city.routes.ts';
import { userRoutes } from './account/user.routes.ts';
import { agentLeadMoveRoutes } from './agent-lead/agent-lead.moves.routes.ts';
import { rememberRefusals } from './agent-lead/agent-lead.refusal.ts';
import { agentLeadRoutes } from './agent-lead/agent-lead.routes.ts';
import { attachmentRoutes } from './agent-lead/attachment.routes.ts';
import { documentRoutes } from './agent-lead/document.routes.ts';
import { linkRoutes } from './agent-lead/link.routes.ts';
import { brokerageRoutes } from './agreement/brokerage.routes.ts';
import { bidRoutes } from './bid/bid.routes.ts';
import { agentCarrierRoutes } from './carrier/agent-carrier.routes.ts';
import { carrierAgreementRoutes } from './carrier/carrier-agreement.routes.ts';
import { carrierAuthorityRoutes } from './carrier/carrier-authority.routes.ts';
import { carrierNoteRoutes } from './carrier/carrier-note.routes.ts';
import { pricingSheetRoutes } from './carrier/pricing-sheet.routes.ts';
import { carrierProfileRoutes } from './carrier/profile.routes.ts';
import { carrierRoutes } from './carrier/carrier.routes.ts';
import { agentChatRoutes } from './chat/agent-chat.routes.ts';
import { clientChatRoutes } from './chat/client-chat.routes.ts';
import { detailsRoutes } from './marketplace/details.routes.ts';
import { purchaseRoutes } from './marketplace/purchase.routes.ts';
import { shopRoutes } from './marketplace/shop.routes.ts';
import { mailingRoutes } from './mailing/mailing.routes.ts';
import { liveRoutes } from './platform/live.routes.ts';
import type { Api } from './platform/http.ts';
import type { ApiParts } from './platform/parts.ts';
import { paymentWebhook } from './platform/payments/webhook.routes.ts';
import { sessionListRoutes } from './session/session-list.routes.ts';
import { registerSession } from './session/session-routes.ts';
import { intakeRoutes } from './state-lead/intake.routes.ts';
import { stateLeadNoteRoutes } from './state-lead/note.routes.ts';
import { stateQuoteRoutes } from './state-lead/quote.routes.ts';
import { stateLeadRoutes } from './state-lead/state-lead.routes.ts';
import { couponRoutes } from './subscription/coupon.routes.ts';
import { paymentRoutes } from './subscription/payment.routes.ts';
import { subscriptionRoutes } from './subscription/subscription.routes.ts';

export const API_PREFIX = '/api/frontend';

/** Puts the REST API under its prefix. Every noun adds its routes here. */
export async function registerApi(app: FastifyInstance, parts: ApiParts): Promise<void> {
  await app.register(
    async (scope) => {
      await scope.register(multipart, { throwFileSizeLimit: true });
      rememberRefusals(scope, parts);
      registerSession(scope, parts);
      const api = scope as unknown as Api;
      sessionListRoutes(api, parts);
      signUpRoutes(api, parts);
      recoveryRoutes(api, parts);
      emailChangeRoutes(api, parts);
      userRoutes(api, parts);
      avatarRoutes(api, parts);
      topCityRoutes(api, parts);
      assistantRoutes(api, parts);
      subscriptionRoutes(api, parts);
      couponRoutes(api, parts);
      paymentRoutes(api, parts);
      agentRoutes(api, parts);
      agentLeadRoutes(api, parts);
      agentLeadMoveRoutes(api, parts);
      attachmentRoutes(api, parts);
      documentRoutes(api, parts);
      linkRoutes(api, parts);
      bidRoutes(api, parts);
      agentCarrierRoutes(api, parts);
      carrierAuthorityRoutes(api, parts);
      carrierNoteRoutes(api, parts);
      carrierProfileRoutes(api, parts);
      pricingSheetRoutes(api, parts);
      carrierAgreementRoutes(api, parts);
      carrierRoutes(api, parts);
      stateLeadRoutes(api, parts);
      stateLeadNoteRoutes(api, parts);
      stateQuoteRoutes(api, parts);
      intakeRoutes(api, parts);
      clientChatRoutes(api, parts);
      agentChatRoutes(api, parts);
      shopRoutes(api, parts);
      purchaseRoutes(api, parts);
      detailsRoutes(api, parts);
      mailingRoutes(api, parts);
      brokerageRoutes(api, parts);
      liveRoutes(api, parts);
      await scope.register(paymentWebhook, { parts });
    },
    { prefix: API_PREFIX },
  );
}

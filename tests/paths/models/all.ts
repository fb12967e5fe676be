import { agentLeadMove } from './agent-lead-move.model.ts';
import { agentLead } from './agent-lead.model.ts';
import { agreement } from './agreement.model.ts';
import { bidOffer } from './bid-offer.model.ts';
import { bid } from './bid.model.ts';
import { carrierSignup } from './carrier-signup.model.ts';
import { chat } from './chat.model.ts';
import { checkout } from './checkout.model.ts';
import { compliance } from './compliance.model.ts';
import type { FlowModel } from './flow-model.ts';
import { lightbox } from './lightbox.model.ts';
import { mailing } from './mailing.model.ts';
import { notification } from './notification.model.ts';
import { notifications } from './notifications.model.ts';
import { onboarding } from './onboarding.model.ts';
import { outbox } from './outbox.model.ts';
import type { LifecycleModel, PathModel } from './path-model.ts';
import { purchase } from './purchase.model.ts';
import { resend } from './resend.model.ts';
import { session } from './session.model.ts';
import { sheetEditor } from './sheet-editor.model.ts';
import { signing } from './signing.model.ts';
import { stateLead } from './state-lead.model.ts';
import { subscription } from './subscription.model.ts';

/** Every lifecycle. A lifecycle under src/machines that is not here fails a test. */
export const lifecycles: readonly LifecycleModel[] = [
  agentLead,
  agreement,
  bid,
  chat,
  compliance,
  mailing,
  onboarding,
  purchase,
  stateLead,
  subscription,
];

/** Every flow. A machine under src/machines that is not here fails a test. */
export const flows: readonly FlowModel[] = [
  agentLeadMove,
  bidOffer,
  carrierSignup,
  checkout,
  lightbox,
  notification,
  notifications,
  outbox,
  resend,
  session,
  sheetEditor,
  signing,
];

export const models: readonly PathModel[] = [...lifecycles, ...flows];

import { agentLead } from './agent-lead.model.ts';
import { agreement } from './agreement.model.ts';
import { bid } from './bid.model.ts';
import { chat } from './chat.model.ts';
import { compliance } from './compliance.model.ts';
import { mailing } from './mailing.model.ts';
import { onboarding } from './onboarding.model.ts';
import type { FlowModel } from './flow-model.ts';
import type { LawModel, PathModel } from './path-model.ts';
import { purchase } from './purchase.model.ts';
import { stateLead } from './state-lead.model.ts';
import { subscription } from './subscription.model.ts';

/** Every law. A lifecycle under src/machines that is not here fails a test. */
export const laws: readonly LawModel[] = [agentLead, agreement, bid, chat, compliance, mailing, onboarding, purchase, stateLead, subscription];

/** Every flow. A machine under src/machines that is not here fails a test. */
export const flows: readonly FlowModel[] = [];

export const models: readonly PathModel[] = [...laws, ...flows];

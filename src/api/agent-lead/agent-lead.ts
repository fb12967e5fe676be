import { job } from '../noun.ts';
import type { Noun } from '../noun.ts';
import { agents } from '#src/api/http/principal.ts';
import { awardRoutes } from './agent-lead.award.ts';
import { awardEndRoutes } from './agent-lead.award-end.ts';
import { boardRoutes } from './agent-lead.board.ts';
import { closingRoutes } from './agent-lead.close.ts';
import { agreementRoutes } from './agent-lead.contract.ts';
import { paymentRoutes } from './agent-lead.payments.ts';
import { REMIND_FOLLOW_UPS, remindFollowUps } from './agent-lead.reminders.ts';
import { compactTally } from './agent-lead.list.ts';
import { agentLeadRoutes } from './agent-lead.routes.ts';
import { salesRoutes } from './agent-lead.sales.ts';
import { attachmentRoutes } from './attachment.routes.ts';
import { documentRoutes } from './document.routes.ts';
import { deliverInvoice, REMIND_OVERDUE, remindOverdue } from './invoice.jobs.ts';
import type { InvoiceJob } from './invoice.jobs.ts';
import { cardPaymentRoutes, paymentLinkRoutes } from './card-payment.routes.ts';
import { contractRoutes } from './contract.routes.ts';
import { withdrawCardPayments } from './card-payment.ts';
import { WITHDRAW_CARD_PAYMENTS } from './ledger.ts';
import type { WithdrawJob } from './ledger.ts';
import { leadExportRoutes } from './lead-list.export.ts';
import { ledgerExportRoutes } from './ledger.export.ts';
import { leadMailRoutes } from './lead-mail.routes.ts';
import { leadMergeRoutes } from './lead-merge.routes.ts';
import { leadNoteRoutes } from './lead-note.routes.ts';
import { statementExportRoutes, statementRoutes } from './ledger.statement.ts';
import { quoteAnswerRoutes } from './quote-answer.routes.ts';
import { priceReductionRoutes } from './price-reduction.ts';
import { priceRoutes } from './price.routes.ts';
import { sharedRoutes } from './shared.routes.ts';
import { sharingRoutes } from './sharing.routes.ts';
import { agentLeadRecord } from './agent-lead.transition.ts';

/** The brokerage's leads, from the first contact to the invoice, and what their clients open through links. */
export const agentLead: Noun = {
  records: [agentLeadRecord],
  calls: [
    { for: agents, add: agentLeadRoutes },
    { for: agents, add: salesRoutes },
    { for: agents, add: agreementRoutes },
    { for: agents, add: boardRoutes },
    { for: agents, add: awardRoutes },
    { for: agents, add: awardEndRoutes },
    { for: agents, add: closingRoutes },
    { for: agents, add: paymentRoutes },
    { for: agents, add: priceReductionRoutes },
    { for: agents, add: attachmentRoutes },
    { for: agents, add: leadNoteRoutes },
    { for: agents, add: leadMailRoutes },
    { for: agents, add: leadMergeRoutes },
    { for: agents, add: documentRoutes },
    { for: agents, add: statementRoutes },
    { for: agents, add: sharingRoutes },
    { for: agents, add: priceRoutes },
    { for: 'anyone', add: sharedRoutes },
    { for: 'anyone', add: quoteAnswerRoutes },
    { for: 'anyone', add: contractRoutes },
    { for: 'anyone', add: cardPaymentRoutes },
    { for: agents, add: paymentLinkRoutes },
    { for: 'exports', add: ledgerExportRoutes },
    { for: 'exports', add: statementExportRoutes },
    { for: 'exports', add: leadExportRoutes },
  ],
  jobs: [
    job<InvoiceJob>('invoice.deliver', (parts, { data, id }) => deliverInvoice(parts, data, id)),
    job<WithdrawJob>(WITHDRAW_CARD_PAYMENTS, (parts, { data }) => withdrawCardPayments(parts, data)),
    job<object>(REMIND_OVERDUE, (parts) => remindOverdue(parts), { schedule: '0 9 * * *', clock: 'brokerage' }),
    job<object>(REMIND_FOLLOW_UPS, remindFollowUps, { schedule: '0 8 * * *', clock: 'brokerage' }),
  ],
  compact: async ({ database }) => await compactTally(database.kysely),
};

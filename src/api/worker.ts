import { remindFollowUp } from './agent-lead/agent-lead.reminders.ts';
import { deliverInvoice } from './agent-lead/invoice.jobs.ts';
import type { InvoiceJob } from './agent-lead/invoice.jobs.ts';
import { sealAgreement } from './agreement/agreement.jobs.ts';
import type { SealJob } from './agreement/agreement.jobs.ts';
import { remindOfEndingPolicies } from './carrier/insurance.reminders.ts';
import { replyInChat } from './chat/chat.reply.ts';
import { endWait } from './chat/chat.wait.ts';
import { verifyNightly } from './history/verify.ts';
import { tidyHourly, tidyOften } from './housekeeping.ts';
import { mailNewLeads } from './mailing/mailing.digest.ts';
import { carryOutDecision } from './marketplace/report-decision.ts';
import type { ReportDecision } from './marketplace/report-decision.ts';
import { hearOfPurchase, settlePurchase, sweepPurchases } from './marketplace/settle.ts';
import type { Job } from './platform/jobs.ts';
import type { PaymentNews } from './platform/payments/webhook.routes.ts';
import { notifyOfNewLeads } from './state-lead/state-lead.notices.ts';
import type { ApiParts } from './platform/parts.ts';
import { mend } from './subscription/change.ts';
import { endGrace, hearOfPayment, reconcileSubscriptions } from './subscription/subscription.jobs.ts';

export interface Worker {
  /** Resolves when the jobs that run now have ended; the queue itself is stopped by who started it. */
  stop(): Promise<void>;
}

/** This process does the background work of every noun. */
export async function startWorker(parts: ApiParts): Promise<Worker> {
  const running = new Set<Promise<void>>();
  const work = async <Data extends object>(
    name: string,
    handler: (job: Job<Data>) => Promise<void>,
    options: { concurrency?: number } = {},
  ) => {
    await parts.jobs.work<Data>(
      name,
      async (job) => {
        const run = handler(job);
        running.add(run);
        try {
          await run;
        } finally {
          running.delete(run);
        }
      },
      options,
    );
  };

  await parts.mail.startDelivery();
  await work<SealJob>('agreement.seal', ({ data }) => sealAgreement(parts, data));
  await work<InvoiceJob>('invoice.deliver', ({ data, id }) => deliverInvoice(parts, data, id));
  await work<{ leadId: string; date: string }>('follow-up.remind', ({ id, data }) => remindFollowUp(parts, data, id));
  await work<{ key: string }>('file.remove', ({ data }) => parts.files.remove(data.key));
  await work<{ accountId: string }>('state-lead.notify', ({ id, data }) => notifyOfNewLeads(parts, data, id));
  const { sandbox } = parts.payments;
  if (sandbox) {
    await work<{ eventId: string }>('payments.sandbox.event', ({ data }) => sandbox.deliver(data.eventId));
    await work('payments.sandbox.clock', () => sandbox.passTime());
    await parts.jobs.schedule('payments.sandbox.clock', '* * * * *');
  }
  await work<{ chatId: string }>('chat.reply', ({ data, signal }) => replyInChat(parts, data, signal), {
    concurrency: 4,
  });
  await work<{ chatId: string; sequence: number }>('chat.wait', ({ data }) => endWait(parts, data));
  await work<PaymentNews>('payments.news', async ({ data }) => {
    await hearOfPurchase(parts, data);
    await hearOfPayment(parts, data);
  });
  await work<{ leadId: string; decision: ReportDecision }>('marketplace.decide-report', ({ data }) =>
    carryOutDecision(parts, data),
  );
  await work<{ purchaseId: string }>('marketplace.settle', ({ data }) => settlePurchase(parts, data.purchaseId));
  await work('marketplace.sweep', () => sweepPurchases(parts));
  await parts.jobs.schedule('marketplace.sweep', '* * * * *');
  await work<{ businessId: string }>('subscription.mend', ({ data }) => mend(parts, data.businessId));
  await work('subscription.reconcile', () => reconcileSubscriptions(parts));
  await work('subscription.grace', () => endGrace(parts));
  await parts.jobs.schedule('subscription.reconcile', '40 3 * * *', { zone: parts.brokerage.zone });
  await parts.jobs.schedule('subscription.grace', '10 * * * *');
  await work('mailing.new-leads', () => mailNewLeads(parts));
  await parts.jobs.schedule('mailing.new-leads', '*/5 * * * *');
  await work('housekeeping.often', () => tidyOften(parts));
  await work('housekeeping.hourly', () => tidyHourly(parts));
  await work('history.verify', () => verifyNightly(parts));
  await parts.jobs.schedule('history.verify', '20 2 * * *', { zone: parts.brokerage.zone });
  await work('insurance.remind', () => remindOfEndingPolicies(parts));
  await parts.jobs.schedule('housekeeping.often', '*/5 * * * *');
  await parts.jobs.schedule('housekeeping.hourly', '23 * * * *');
  await parts.jobs.schedule('insurance.remind', '0 8 * * *', { zone: parts.brokerage.zone });

  return {
    async stop() {
      await Promise.allSettled(running);
    },
  };
}

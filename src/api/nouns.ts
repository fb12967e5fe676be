import { account } from './account/account.ts';
import { agentLead } from './agent-lead/agent-lead.ts';
import { hearOfCardPayment } from './agent-lead/card-payment.ts';
import { agreement } from './agreement/agreement.ts';
import { bid } from './bid/bid.ts';
import { calendar } from './calendar/calendar.ts';
import { carrier } from './carrier/carrier.ts';
import { carrierJob } from './carrier-job/carrier-job.ts';
import { carrierPay } from './carrier-pay/carrier-pay.ts';
import { chat } from './chat/chat.ts';
import { removeFile } from './file/removal.ts';
import { jobMessage } from './job-message/job-message.ts';
import { leadImport } from './lead-import/lead-import.ts';
import { legal } from './legal/legal.ts';
import { mailing } from './mailing/mailing.ts';
import { mailTemplate } from './mail-template/mail-template.ts';
import { mailEvents } from './mailing/mail-events.routes.ts';
import { loadSearch } from './load-search/load-search.ts';
import { marketplace } from './marketplace/marketplace.ts';
import { hearOfPurchase } from './marketplace/settle.ts';
import { job } from './noun.ts';
import type { Noun } from './noun.ts';
import { pruneLiveEvents } from './live/live.ts';
import { liveRoutes } from './live/live.routes.ts';
import type { PaymentNews } from './payment/payments.ts';
import { hearOfPayout } from './payment/payout.ts';
import { privacy } from './privacy/privacy.ts';
import { portal } from './portal/portal.ts';
import { reschedule } from './reschedule/reschedule.ts';
import { push } from './push/push.ts';
import { carrierRegister } from './carrier-register/carrier-register.ts';
import { mailSwitch } from './mailing/mail-switch.ts';
import { truck } from './truck/truck.ts';
import { savedView } from './saved-view/saved-view.ts';
import { report } from './report/report.ts';
import { session } from './session/session.ts';
import { settings } from './settings/settings.ts';
import { setup } from './setup/setup.ts';
import { notice } from './notice/notice.ts';
import { stateLead } from './state-lead/state-lead.ts';
import { hearOfPayment } from './subscription/subscription.jobs.ts';
import { subscription } from './subscription/subscription.ts';
import { tariff } from './tariff/tariff.ts';
import { team } from './team/team.ts';
import { today } from './today/today.ts';
import { webhook } from './webhook/webhook.ts';
import { workflow } from './workflow/workflow.ts';

/** What all nouns build on, and what affects two of them. */
const common: Noun = {
  calls: [{ for: 'anyone', add: liveRoutes }],
  jobs: [
    job<{ key: string }>('file.remove', (parts, { data }) => removeFile(parts, data.key)),
    job<PaymentNews>('payments.news', async (parts, { data }) => {
      await hearOfCardPayment(parts, data);
      await hearOfPurchase(parts, data);
      await hearOfPayment(parts, data);
      await hearOfPayout(parts, data);
    }),
  ],
  compact: async ({ database }) => await pruneLiveEvents(database),
};

/** Every noun of the server. */
export const nouns: readonly Noun[] = [
  account,
  session,
  agentLead,
  leadImport,
  savedView,
  agreement,
  bid,
  calendar,
  carrier,
  carrierJob,
  carrierPay,
  jobMessage,
  loadSearch,
  push,
  chat,
  portal,
  reschedule,
  truck,
  mailSwitch,
  carrierRegister,
  stateLead,
  subscription,
  marketplace,
  mailing,
  mailEvents,
  mailTemplate,
  team,
  workflow,
  report,
  settings,
  tariff,
  setup,
  legal,
  privacy,
  today,
  notice,
  webhook,
  common,
];

/** Every lifecycle with a history. */
export const RECORDED = nouns.flatMap(({ records = [] }) => records);

import type {
  AccountTable,
  BusinessTable,
  InvitationTable,
  RefreshTokenTable,
  SignInAttemptTable,
  TopCityTable,
  TopStateTable,
} from './tables/account.ts';
import type {
  AgentLeadRefusalTable,
  AgentLeadTable,
  AgentLeadTallyTable,
  AttachmentTable,
  BidTable,
  ContractTable,
  EstimateTable,
} from './tables/agent-lead.ts';
import type { AgreementTable, InvoiceNumberTable, InvoiceTable } from './tables/agreement.ts';
import type {
  CarrierAuthorityEventTable,
  CarrierNoteTable,
  CarrierTable,
  InsurancePolicyTable,
  IncompletePolicyTable,
} from './tables/carrier.ts';
import type { ChatMessageTable, ChatPhotoTable, ChatTable } from './tables/chat.ts';
import type { HistoryTable } from './tables/history.ts';
import type { MailingMemberTable } from './tables/mailing.ts';
import type { PurchaseItemTable, PurchaseTable } from './tables/marketplace.ts';
import type { PaymentEventTable, SandboxObjectTable, SandboxRequestTable } from './tables/payments.ts';
import type {
  IntakeKeyTable,
  StateLeadNoteTable,
  StateLeadNoticeTable,
  StateLeadTable,
  StateLeadWorkTable,
  StateQuoteTable,
} from './tables/state-lead.ts';
import type {
  PaymentCardTable,
  PaymentInvoiceTable,
  SubscriptionTable,
  TrialClaimTable,
} from './tables/subscription.ts';
import type { FileTable, IdempotencyTable, LinkTable, LiveEventTable, MailTable } from './tables/platform.ts';

/**
 * The rows of the database as the driver gives them: dates `YYYY-MM-DD`, instants UTC ISO 8601, money integer cents.
 * Kept in step with the migrations by `tests/platform/tables.test.ts`.
 */
export interface Tables {
  account: AccountTable;
  business: BusinessTable;
  top_city: TopCityTable;
  top_state: TopStateTable;
  invitation: InvitationTable;
  refresh_token: RefreshTokenTable;
  sign_in_attempt: SignInAttemptTable;
  idempotency: IdempotencyTable;
  live_event: LiveEventTable;
  mail: MailTable;
  file: FileTable;
  link: LinkTable;
  carrier: CarrierTable;
  carrier_authority_event: CarrierAuthorityEventTable;
  carrier_note: CarrierNoteTable;
  incomplete_policy: IncompletePolicyTable;
  insurance_policy: InsurancePolicyTable;
  agent_lead: AgentLeadTable;
  agent_lead_tally: AgentLeadTallyTable;
  history: HistoryTable;
  agent_lead_refusal: AgentLeadRefusalTable;
  attachment: AttachmentTable;
  estimate: EstimateTable;
  bid: BidTable;
  contract: ContractTable;
  agreement: AgreementTable;
  invoice_number: InvoiceNumberTable;
  invoice: InvoiceTable;
  intake_key: IntakeKeyTable;
  state_lead: StateLeadTable;
  state_lead_work: StateLeadWorkTable;
  state_lead_note: StateLeadNoteTable;
  state_quote: StateQuoteTable;
  state_lead_notice: StateLeadNoticeTable;
  subscription: SubscriptionTable;
  payment_card: PaymentCardTable;
  payment_invoice: PaymentInvoiceTable;
  trial_claim: TrialClaimTable;
  purchase: PurchaseTable;
  purchase_item: PurchaseItemTable;
  mailing_member: MailingMemberTable;
  chat: ChatTable;
  chat_message: ChatMessageTable;
  chat_photo: ChatPhotoTable;
  payment_event: PaymentEventTable;
  sandbox_object: SandboxObjectTable;
  sandbox_request: SandboxRequestTable;
}

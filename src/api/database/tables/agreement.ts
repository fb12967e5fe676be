import type { AgreementState } from '#src/machines/agreement/agreement.lifecycle.ts';
import type { Generated, Json } from './columns.ts';

export interface AgreementTable {
  id: string;
  kind: 'broker-carrier' | 'broker-shipper' | 'specific-job';
  lead_id: string | null;
  carrier_id: string | null;
  state: AgreementState;
  template_version: string;
  /** The document as data (`PaperDocument`), from which the PDF is made; `html` is what the signer sees of it. */
  document: Json;
  html: string;
  document_hash: string;
  open_blanks: Json;
  sent_at: string | null;
  opened_at: string | null;
  expires_at: string;
  signer_name: string | null;
  signature: Json;
  signed_at: string | null;
  signer_zone: string | null;
  signer_ip: string | null;
  signer_agent: string | null;
  consent_text: string | null;
  signed_hash: string | null;
  file_id: string | null;
  decline_reason: string | null;
  declined_at: string | null;
  version: Generated<number>;
  model_version: number;
  created_at: Generated<string>;
}

export interface InvoiceNumberTable {
  last: number;
}

export interface InvoiceTable {
  id: string;
  lead_id: string;
  number: number;
  lines: Json;
  total: number;
  issued_on: string;
  due_on: string;
  sent_at: string;
  file_id: string | null;
  paid_at: string | null;
  paid_on: string | null;
  payment_method: string | null;
  payment_note: string | null;
  version: Generated<number>;
  created_at: Generated<string>;
}

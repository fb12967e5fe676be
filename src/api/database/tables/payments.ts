import type { Generated, Json } from './columns.ts';

/** One object of the embedded payment sandbox, as it answers it. */
export interface SandboxObjectTable {
  id: string;
  object: string;
  position: Generated<number>;
  data: Json;
}

export interface SandboxRequestTable {
  key: string;
  fingerprint: string;
  status: number;
  body: string;
  created_at: Generated<string>;
}

/** An event of the payment provider that was taken: a second delivery does nothing. */
export interface PaymentEventTable {
  id: string;
  type: string;
  object_id: string;
  received_at: Generated<string>;
}

/** Stripe's response to a refused request: the `error` of the body, verbatim. */
export interface SandboxErrorBody {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'authentication_error' | 'api_error';
  code?: string;
  decline_code?: string | null;
  message: string;
  param?: string;
  payment_intent?: object;
  setup_intent?: object;
}

export class SandboxError extends Error {
  readonly status: number;
  readonly body: SandboxErrorBody;

  constructor(status: number, body: SandboxErrorBody) {
    super(body.message);
    this.name = 'SandboxError';
    this.status = status;
    this.body = body;
  }
}

export const invalid = (message: string, param?: string, code = 'parameter_invalid'): SandboxError =>
  new SandboxError(400, { type: 'invalid_request_error', code, message, ...(param ? { param } : {}) });

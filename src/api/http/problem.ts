/** One invalid field of a request. `field` is its path, such as `stops/0/zip`. */
export interface FieldProblem {
  field: string;
  message: string;
}

export interface ProblemExtras {
  errors?: FieldProblem[];
  /** On 409: the record's state, what is allowed there, and the current record. On 410: `done` of a link that did its work. */
  state?: string;
  allowed?: string[];
  unmet?: string[];
  current?: unknown;
  /** On 409: values that the caller saw and that have changed since. */
  changed?: { field: string; seen: string | number | null; now: string | number | null }[];
  retryAfter?: number;
  /** On 402: why the bank refused the card, in the provider's words. */
  decline_code?: string;
}

const TITLES: Record<number, string> = {
  400: 'Bad request',
  401: 'Not signed in',
  402: 'Payment refused',
  403: 'Not allowed',
  404: 'Not found',
  408: 'Too slow',
  409: 'Conflict',
  410: 'Gone',
  413: 'Too large',
  415: 'Unsupported media type',
  422: 'Invalid',
  429: 'Too many requests',
  431: 'Headers too long',
  500: 'Internal error',
  503: 'Unavailable',
  507: 'Out of storage',
};

/** A failure reported to the client as an RFC 9457 problem. `detail` is a plain sentence fit to show a person. */
export class Problem extends Error {
  readonly status: number;
  readonly detail: string;
  readonly extras: ProblemExtras;

  constructor(status: number, detail: string, extras: ProblemExtras = {}) {
    super(detail);
    this.name = 'Problem';
    this.status = status;
    this.detail = detail;
    this.extras = extras;
  }

  toBody() {
    return {
      type: 'about:blank',
      title: TITLES[this.status] ?? 'Error',
      status: this.status,
      detail: this.detail,
      ...this.extras,
    };
  }
}

/** Shorthand for `throw problem(404, 'There is no such lead.')`. */
export const problem = (status: number, detail: string, extras?: ProblemExtras): Problem =>
  new Problem(status, detail, extras);

export const notFound = (noun: string): Problem => problem(404, `There is no such ${noun}, or it is not yours to see.`);

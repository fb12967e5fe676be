import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import type { PaymentIntent, SandboxObject } from './sandbox-objects.ts';
import type { SandboxStore } from './sandbox-store.ts';
import { invalid } from './sandbox-error.ts';

dayjs.extend(utc);

/** What one request, or one look at the clock, works with. */
export interface SandboxContext {
  store: SandboxStore;
  /** Seconds since 1970; a look at the clock moves it to the moment that is made up for. */
  now: number;
  /** Tells who listens, once all of it is committed. */
  emit(type: string, object: SandboxObject): Promise<void>;
  /** Money came in: whatever waited for it goes on. */
  collected(intent: PaymentIntent): Promise<void>;
  /** Where the receipt of an invoice or a charge can be seen. */
  receiptUrl(id: string): string;
}

export const DAY = 86_400;

/** Months after a moment, always counted from the anchor: 31 January, 28 February, 31 March. */
export const monthsAfter = (anchor: number, months: number): number =>
  dayjs.unix(anchor).utc().add(months, 'month').unix();

/** The parameters of a request, as `qs` reads them: text, lists and objects of text. */
export type Params = { [name: string]: string | Params | Params[] | string[] | undefined };

export const text = (params: Params, name: string): string | null => {
  const value = params[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** @throws SandboxError 400 when it is missing */
export function required(params: Params, name: string): string {
  const value = text(params, name);
  if (value === null) throw invalid(`Missing required param: ${name}.`, name, 'parameter_missing');
  return value;
}

/** @throws SandboxError 400 when it is no whole number */
export function integer(params: Params, name: string): number | null {
  const value = text(params, name);
  if (value === null) return null;
  if (!/^-?\d{1,12}$/.test(value)) throw invalid(`Invalid integer: ${value}`, name, 'parameter_invalid_integer');
  return Number(value);
}

export const flag = (params: Params, name: string): boolean => params[name] === 'true';

export const within = (params: Params, name: string): Params => {
  const value = params[name];
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
};

export const list = (params: Params, name: string): Params[] => {
  const value = params[name];
  return Array.isArray(value) ? value.filter((one): one is Params => typeof one === 'object') : [];
};

/** Metadata as it was, with what the request adds, changes or (by an empty text) takes away. */
export function metadata(params: Params, before: Record<string, string> = {}): Record<string, string> {
  const after = { ...before };
  for (const [key, value] of Object.entries(within(params, 'metadata'))) {
    if (value === '') delete after[key];
    else if (typeof value === 'string') after[key] = value;
  }
  return after;
}

import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc.js';
import type { PaymentIntent, SandboxObject } from './sandbox-objects.ts';
import type { SandboxStore } from './sandbox-store.ts';
import { invalid } from './sandbox-error.ts';

dayjs.extend(utc);

/** The context of one request, or of one processing of due events. */
export interface SandboxContext {
  store: SandboxStore;
  /** Seconds since 1970; when due events are caught up on, the time at which each was due. */
  now: number;
  /** Notifies the webhook once everything is committed. */
  emit(type: string, object: SandboxObject): Promise<void>;
  /** A payment was collected: continues whatever waited for it. */
  collected(intent: PaymentIntent): Promise<void>;
  /** The URL of the receipt for an invoice or a charge. */
  receiptUrl(id: string): string;
}

export const DAY = 86_400;

/** Months after a moment, always counted from the anchor: January 31, February 28, March 31. */
export const monthsAfter = (anchor: number, months: number): number =>
  dayjs.unix(anchor).utc().add(months, 'month').unix();

/** The parameters of a request, as parsed by `qs`: text, lists, and objects of text. */
export type Params = { [name: string]: string | Params | Params[] | string[] | undefined };

export const text = (params: Params, name: string): string | null => {
  const value = params[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

/** @throws SandboxError 400 if it is missing */
export function required(params: Params, name: string): string {
  const value = text(params, name);
  if (value === null) throw invalid(`Missing required param: ${name}.`, name, 'parameter_missing');
  return value;
}

/** @throws SandboxError 400 if it is not an integer */
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

/** The previous metadata with the request's additions, changes, and removals (an empty text). */
export function metadata(params: Params, before: Record<string, string> = {}): Record<string, string> {
  const after = { ...before };
  for (const [key, value] of Object.entries(within(params, 'metadata'))) {
    if (value === '') delete after[key];
    else if (typeof value === 'string') after[key] = value;
  }
  return after;
}

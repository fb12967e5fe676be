import { context, createContextKey, SpanStatusCode } from '@opentelemetry/api';
import type { Context, Span } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';

/** A request that is being answered: what it asks others hangs on the operation in it, or on itself. */
export interface Answering {
  context: Context;
  span: Span;
  operation: Span | null;
}

const ANSWERING = createContextKey('the request that is being answered');

export const answering = (): Answering | null =>
  (context.active().getValue(ANSWERING) as Answering | undefined) ?? null;
export const withAnswering = (one: Context, given: Answering): Context => one.setValue(ANSWERING, given);

/** Which span calls which follows what awaits what; one for all who ask for it in this process. */
export function keepContext(): void {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
}

/** `traceparent` alone (W3C Trace Context): no baggage comes in or goes out. */
export const propagator = new W3CTraceContextPropagator();

/** What kind of failure it was. What it says may name people, so it is not told. */
export function failed(span: Span, error: unknown): void {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const kind = typeof code === 'string' && /^[\w-]{1,40}$/.test(code) ? code : name;
  span.setAttribute('error.type', typeof kind === 'string' ? kind : 'unknown');
  span.setStatus({ code: SpanStatusCode.ERROR });
}

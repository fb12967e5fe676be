import { context, SpanKind, trace } from '@opentelemetry/api';
import type { Span, Tracer } from '@opentelemetry/api';
import type pg from 'pg';
import type { Database } from '#src/api/database/database.ts';
import { failed } from './trace-context.ts';

const LONGEST = 2_000;

/** A statement with nothing of what it is about: the values are parameters, and what stands in it as text or number goes. */
export function withoutValues(statement: string): string {
  return statement
    .replaceAll(/\/\*.*?\*\//gs, ' ')
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, '?')
    .replaceAll(/\be'(?:[^'\\]|''|\\.)*'/gis, '?')
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/(?<![\w$."])-?\d+(?:\.\d+)?\b/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST);
}

type Ask = (...given: unknown[]) => unknown;

/** Statements of a pool, where something that is watched asks for them. */
export function watchDatabase({ pool }: Database, tracer: Tracer): void {
  // Whoever waits in line for a connection is served by somebody else's release.
  const connect = pool.connect.bind(pool) as Ask;
  pool.connect = ((...given: unknown[]) => connect(...given.map(bound))) as pg.Pool['connect'];
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Ask;
    client.query = ((...given: unknown[]) => watched(query, given, tracer)) as pg.ClientBase['query'];
  });
}

const bound = (one: unknown): unknown => (typeof one === 'function' ? context.bind(context.active(), one) : one);

function watched(query: Ask, given: unknown[], tracer: Tracer): unknown {
  const [asked] = given;
  const text = typeof asked === 'string' ? asked : (asked as { text?: unknown } | null)?.text;
  if (typeof text !== 'string' || !trace.getActiveSpan()?.isRecording()) return query(...given);
  const statement = withoutValues(text);
  const verb = /^\w+/.exec(statement)?.[0].toUpperCase() ?? 'statement';
  const span = tracer.startSpan(
    verb,
    {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.operation.name': verb, 'db.query.text': statement },
    },
    context.active(),
  );
  const last = given.at(-1);
  if (typeof last === 'function') {
    const told = bound(last) as Ask;
    const ended = (error: unknown, ...more: unknown[]) => {
      end(span, error);
      return told(error, ...more);
    };
    return query(...given.slice(0, -1), ended);
  }
  const answer = query(...given);
  if (answer instanceof Promise)
    answer.then(
      () => end(span, null),
      (error: unknown) => end(span, error),
    );
  else span.end();
  return answer;
}

function end(span: Span, error: unknown): void {
  if (error) failed(span, error);
  span.end();
}

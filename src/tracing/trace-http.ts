import {
  context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Tracer } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getOperationAST } from 'graphql';
import type { WatchedCalls } from '#src/gateway/transport.ts';
import { answering, failed, propagator, withAnswering } from './trace-context.ts';
import type { Answering } from './trace-context.ts';

const requests = new WeakMap<FastifyRequest, Answering>();

/** Each request by the template of its route: an address may hold a token, or whose it is. */
export function watchHttp(app: FastifyInstance, tracer: Tracer): void {
  app.addHook('onRequest', (request, _reply, done) => {
    // What becomes a web socket lasts; its operations stand for themselves.
    if (request.headers.upgrade !== undefined) return done();
    const { method, routeOptions } = request;
    const route = routeOptions.url;
    const parent = propagator.extract(ROOT_CONTEXT, { ...request.headers }, defaultTextMapGetter);
    const span = tracer.startSpan(
      route === undefined ? method : `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': method, ...(route === undefined ? {} : { 'http.route': route }) },
      },
      parent,
    );
    const own: Answering = { context: trace.setSpan(parent, span), span, operation: null };
    own.context = withAnswering(own.context, own);
    requests.set(request, own);
    context.with(own.context, done);
  });
  // A body comes in by events of its socket, which know nothing of who waits for it.
  app.addHook('preValidation', (request, _reply, done) => {
    const own = requests.get(request);
    if (own) context.with(own.context, done);
    else done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const own = requests.get(request);
    if (own) {
      own.span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) own.span.setStatus({ code: SpanStatusCode.ERROR });
      own.span.end();
    }
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    const own = requests.get(request);
    own?.span.setAttribute('error.type', 'aborted');
    own?.operation?.end();
    own?.span.end();
    done();
  });
}

/** Operations by their names, which are those of the product's own documents. */
export function watchGraphql(app: FastifyInstance, tracer: Tracer): void {
  const ownOf = ({ reply }: { reply?: FastifyReply }) => reply && requests.get(reply.request);
  app.graphql.addHook('preExecution', (_schema, document, given) => {
    const own = ownOf(given);
    const { operation, name } = getOperationAST(document) ?? {};
    if (!own || !operation) return;
    own.operation = tracer.startSpan(
      name ? `${operation} ${name.value}` : operation,
      {
        attributes: {
          'graphql.operation.type': operation,
          ...(name ? { 'graphql.operation.name': name.value } : {}),
        },
      },
      own.context,
    );
  });
  app.graphql.addHook('onResolution', (execution, given) => {
    const own = ownOf(given);
    if (execution.errors?.length) own?.operation?.setStatus({ code: SpanStatusCode.ERROR });
    own?.operation?.end();
  });
}

/** Calls of the REST API: each tells the API which span it is part of. */
export function watchedCalls(tracer: Tracer): WatchedCalls {
  const headersOf = (one: ReturnType<typeof context.active>): Record<string, string> => {
    const headers: Record<string, string> = {};
    propagator.inject(one, headers, defaultTextMapSetter);
    return headers;
  };
  const here = () => {
    const operation = answering()?.operation;
    return operation ? trace.setSpan(context.active(), operation) : context.active();
  };
  return {
    headers: () => headersOf(here()),
    async call(method, send) {
      const parent = here();
      const span = tracer.startSpan(
        `${method} REST`,
        { kind: SpanKind.CLIENT, attributes: { 'http.request.method': method } },
        parent,
      );
      const own = trace.setSpan(parent, span);
      try {
        const answer = await context.with(own, () => send(headersOf(own)));
        span.setAttribute('http.response.status_code', answer.status);
        return answer;
      } catch (error) {
        failed(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
  };
}

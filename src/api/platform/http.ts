import Fastify from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RawServerDefault } from 'fastify';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { isUnavailable } from './database.ts';
import { newId } from './ids.ts';
import { MailAddressRefused } from './mail-address.ts';
import { Problem, problem, sentenceFor } from './problem.ts';
import type { FieldProblem } from './problem.ts';
import { lazyCompilers } from './schema-compilers.ts';

/** The server as routes see it: types of requests and answers come from their schemas. */
export type Api = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, TypeBoxTypeProvider>;

const BODY_LIMIT = 1024 * 1024;

/**
 * The HTTP server of every part. Nothing is coerced or dropped silently: AJV refuses unknown fields and wrong types;
 * only path and query parameters, which arrive as text, are read as the types their schema names. `isEager`: a schema
 * that cannot be compiled fails `ready()`, not the first request that needs it.
 */
export function createHttp(log: FastifyBaseLogger | false, { isEager = false } = {}): FastifyInstance {
  const app = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false }),
    bodyLimit: BODY_LIMIT,
    genReqId: () => newId(),
    trustProxy: false,
    // A browser keeps connections open on which it never asks; they must not hold up a stop.
    forceCloseConnections: 'idle',
    // An address that cannot even be read is one where nothing is.
    frameworkErrors: (_error, _request, reply) => void nothingHere(reply as FastifyReply),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    ...(isEager ? {} : { schemaController: { compilersFactory: lazyCompilers() } }),
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: false, useDefaults: true, allowUnionTypes: true } },
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.setErrorHandler((error, request, reply) => {
    const failure = toProblem(error as FastifyError, request);
    if (failure.status >= 500) request.log.error({ err: error }, 'request failed');
    if (failure.extras.retryAfter) reply.header('retry-after', failure.extras.retryAfter);
    return reply.code(failure.status).type('application/problem+json').send(failure.toBody());
  });
  app.setNotFoundHandler((_request, reply) => nothingHere(reply));
  return app as unknown as FastifyInstance;
}

function nothingHere(reply: FastifyReply): FastifyReply {
  return reply.code(404).type('application/problem+json').send(problem(404, 'There is nothing at this address.').toBody());
}

function toProblem(error: FastifyError & { code?: string; constraint?: string }, _request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (error.validation) return validationProblem(error);
  if (error instanceof MailAddressRefused) return problem(422, error.message);
  const unavailable = isUnavailable(error);
  if (unavailable === 'storage') return problem(507, 'The storage is full. Nothing was changed; try again later.', { retryAfter: 30 });
  if (unavailable) return problem(503, 'The service is not available right now. Nothing was changed; try again in a moment.', { retryAfter: 2 });
  const code = error.code ?? '';
  // What the schema lets through and PostgreSQL cannot store: NUL in text, a date that no calendar has.
  if (/^22(P0|0)/.test(code)) return problem(422, 'A value of the request cannot be stored. Check dates and special characters.');
  if (error.statusCode === 413) return problem(413, 'The request is too large.');
  if (error.statusCode === 415) return problem(415, 'This kind of content is not accepted here.');
  if (error.statusCode && error.statusCode < 500) return problem(error.statusCode, 'The request could not be read.');
  return problem(500, 'Something went wrong on our side. Nothing was changed.');
}

function validationProblem(error: FastifyError): Problem {
  const where = error.validationContext ?? 'body';
  const errors: FieldProblem[] = error.validation!.slice(0, 20).map((one) => {
    const params = one.params as { additionalProperty?: string; missingProperty?: string };
    const own = params.additionalProperty ?? params.missingProperty;
    const path = one.instancePath.slice(1);
    return { field: [path, own].filter(Boolean).join('/') || where, message: sentenceFor(one.keyword, one.message ?? 'is not valid', own) };
  });
  const [first] = errors;
  return problem(where === 'body' ? 422 : 400, `${first!.field}: ${first!.message}`, { errors });
}

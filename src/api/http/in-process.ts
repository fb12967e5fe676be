import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { projected } from './answer-projection.ts';

export interface InProcessRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** The same object for all calls of one person's request, so that the caller is looked up once. */
  scope: object;
}

interface InProcessAnswer {
  status: number;
  body: unknown;
}

interface Call {
  scope: object;
  answer: (answer: InProcessAnswer) => void;
}

const calls = new AsyncLocalStorage<Call>();

/** The scope of the current request; null for one that came through a socket. */
export const currentScope = (): object | null => calls.getStore()?.scope ?? null;

/**
 * Calls this server from its own process: routed, authorized, validated, and refused like any other call, but without a
 * socket, and with a successful response as a value instead of JSON, limited to what its response schema lets through.
 */
export function createInProcessCalls(app: FastifyInstance) {
  return ({ scope, path, body, ...request }: InProcessRequest): Promise<InProcessAnswer> =>
    new Promise((answer, reject) => {
      calls.run({ scope, answer }, () => {
        app
          .inject({
            ...request,
            method: request.method as 'GET',
            url: path,
            // These options are always valid.
            validate: false,
            ...(body === undefined ? {} : { payload: body }),
          })
          // A refusal, or a response without a value.
          .then(({ statusCode: status, body: text }) => answer({ status, body: text }), reject);
      });
    });
}

/**
 * Handles responses of `scope` that are not sent as they are: those to the same process, and those of which only some
 * fields were requested.
 */
export function giveAnswers(scope: FastifyInstance): void {
  scope.addHook('preSerialization', async (request, reply, payload) => {
    if (reply.statusCode >= 300) return payload;
    const call = calls.getStore();
    const isSparse = (request.query as { fields?: string } | undefined)?.fields !== undefined;
    if (!call && !isSparse) return payload;
    const schema = answerSchema(request, reply.statusCode);
    const answer = schema ? projected(schema, payload, isSparse) : payload;
    reply.serializer(call ? () => '' : JSON.stringify);
    if (!call) return answer;
    call.answer({ status: reply.statusCode, body: answer });
    // The caller has all it needs: it must not wait for headers and measurements.
    await nextTurn();
    return '';
  });
}

function answerSchema(request: FastifyRequest, status: number): object | null {
  const { response } = (request.routeOptions.schema ?? {}) as { response?: Record<string, object> };
  return response?.[status] ?? response?.['2xx'] ?? null;
}

import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { rememberRefusals } from './agent-lead/agent-lead.refusal.ts';
import { nouns } from './nouns.ts';
import type { Api } from './http/http.ts';
import { giveAnswers } from './http/in-process.ts';
import { keepCeilings } from './http/keep-ceilings.ts';
import type { ApiParts } from './parts.ts';
import { paymentWebhook } from './payment/webhook.routes.ts';
import { judgeKeys } from './database/write.ts';
import { registerSession } from './session/session-routes.ts';

export const API_PREFIX = '/api/frontend';

/** Without a name, Fastify would search all loaded modules for one, for every group of calls. */
const NAMED = { [Symbol.for('fastify.display-name')]: 'calls' };

/** Registers the REST API under its prefix: the calls of every noun, each for its permitted callers. */
export async function registerApi(app: FastifyInstance, parts: ApiParts): Promise<void> {
  await app.register(
    async (scope) => {
      await scope.register(multipart, { throwFileSizeLimit: true });
      judgeKeys(scope);
      giveAnswers(scope);
      rememberRefusals(scope, parts);
      keepCeilings(scope, { prefix: API_PREFIX, factor: parts.ceilingFactor, sessionSecret: parts.sessionSecret });
      registerSession(scope, parts);
      for (const { for: callers, add } of nouns.flatMap(({ calls = [] }) => calls)) {
        const calls = async (group: FastifyInstance) => {
          group.addHook('onRoute', (route) => {
            route.config = { for: callers, ...route.config };
          });
          add(group as Api, parts);
        };
        await scope.register(Object.assign(calls, NAMED));
      }
      await scope.register(paymentWebhook, { parts });
    },
    { prefix: API_PREFIX },
  );
}

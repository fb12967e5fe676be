import { Type } from 'typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { Api } from '#src/api/http/http.ts';
import { needsRight } from '#src/api/http/principal.ts';
import { problem } from '#src/api/http/problem.ts';
import { Name, Strict, Uuid, problems } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { hasTwoFactor } from '#src/api/session/two-factor.ts';
import { listIntakeKeys, makeIntakeKey, revokeIntakeKey } from '#src/api/state-lead/intake-key.ts';
import { checkMailDomain, dnsTxt, linesOf } from '#src/api/mail/mail-check.ts';
import { testPayments } from './service-test.ts';
import { testAssistant } from './assistant-test.ts';
import { changeSection, historyOf, presentSettings } from './settings.repository.ts';
import {
  ArchiveReasons,
  CHANGES,
  HistoryQuery,
  IntakeKeys,
  NewIntakeKey,
  SettingsBody,
  SettingsHistory,
  TestResult,
} from './settings.schemas.ts';
import type { SectionName, SectionValue } from './settings.sections.ts';

const answer = { 200: SettingsBody, ...problems };

/** The brokerage's data and offers, for agents with the right `settings`. */
export function settingsRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;

  async function change<S extends SectionName>(
    request: FastifyRequest,
    reply: FastifyReply,
    section: S,
    version: number,
    fields: Partial<SectionValue<S>>,
    mayBe: (tx: Tx, accountId: string) => Promise<void> = async () => {},
  ) {
    const by = needsRight(request, 'settings');
    const settings = await write(parts.database, request, reply, by.accountId, async (tx) => {
      await mayBe(tx, by.accountId);
      await changeSection(tx, section, { version, fields }, by);
      return presentSettings(tx);
    });
    await parts.settings.refresh();
    return settings;
  }
  const schemaOf = (summary: string) => ({ summary, response: answer });

  app.get('/agent/settings', { schema: schemaOf('The settings of the brokerage, by section') }, async () =>
    presentSettings(kysely),
  );

  app.get(
    '/agent/settings/history',
    {
      schema: {
        summary: 'What was changed in a section, newest first',
        querystring: HistoryQuery,
        response: { 200: SettingsHistory, ...problems },
      },
    },
    async (request) => historyOf(kysely, request.query.section),
  );

  app.patch(
    '/agent/settings/brokerage',
    { schema: { ...schemaOf('Who the brokerage is; what is left out stays'), body: CHANGES.brokerage } },
    async (request, reply) => {
      const { version, ...fields } = request.body;
      return change(request, reply, 'brokerage', version, fields);
    },
  );
  app.patch(
    '/agent/settings/mail',
    { schema: { ...schemaOf('In whose name mails go out, and where answers go'), body: CHANGES.mail } },
    async (request, reply) => {
      const { version, ...fields } = request.body;
      return change(request, reply, 'mail', version, fields);
    },
  );
  app.patch(
    '/agent/settings/marketplace',
    { schema: { ...schemaOf('What guests of the marketplace are offered'), body: CHANGES.marketplace } },
    async (request, reply) => {
      const { version, ...fields } = request.body;
      return change(request, reply, 'marketplace', version, fields);
    },
  );
  app.patch(
    '/agent/settings/subscription',
    {
      schema: {
        ...schemaOf('What movers are offered from now on; who subscribes keeps what was agreed'),
        body: CHANGES.subscription,
      },
    },
    async (request, reply) => {
      const { version, ...fields } = request.body;
      return change(request, reply, 'subscription', version, fields);
    },
  );
  app.patch(
    '/agent/settings/carriers',
    {
      schema: {
        ...schemaOf('How soon carriers are paid, for awards from now on; who has one keeps what was agreed'),
        body: CHANGES.carriers,
      },
    },
    async (request, reply) => {
      const { version, ...fields } = request.body;
      return change(request, reply, 'carriers', version, fields);
    },
  );
  app.patch(
    '/agent/settings/leads',
    { schema: { ...schemaOf('What agents choose from when they archive a lead'), body: CHANGES.leads } },
    async (request, reply) => {
      const { version, ...fields } = request.body;
      return change(request, reply, 'leads', version, fields);
    },
  );
  app.patch(
    '/agent/settings/sign-in',
    {
      schema: {
        ...schemaOf('Whether agents who see to the team or the settings need two-factor sign-in'),
        body: CHANGES.sign_in,
      },
    },
    async (request, reply) => {
      const { version, ...fields } = request.body;
      return change(request, reply, 'sign_in', version, fields, async (tx, accountId) => {
        if (fields.requires_two_factor) await mustHaveTwoFactor(tx, accountId);
      });
    },
  );
  app.patch(
    '/agent/settings/assistant',
    {
      schema: {
        ...schemaOf('The AI service of the chat; without an address, the scripted assistant. The key is never shown'),
        body: CHANGES.assistant,
      },
    },
    async (request, reply) => {
      const { version, key, ...fields } = request.body;
      const sealed = typeof key === 'string' ? parts.settings.sealed(key) : key;
      return change(request, reply, 'assistant', version, sealed === undefined ? fields : { ...fields, key: sealed });
    },
  );
  app.post(
    '/agent/settings/assistant/test',
    {
      schema: {
        summary: 'Asks the AI service as it is saved, and tells what it answered',
        body: Strict({}),
        response: { 200: TestResult, ...problems },
      },
    },
    async () => testAssistant(parts.ai),
  );
  app.post(
    '/agent/settings/mail/test',
    {
      schema: {
        summary: 'Mails the agent who asks, and tells what the mail server said',
        body: Strict({}),
        response: { 200: TestResult, ...problems },
      },
    },
    async (request) => {
      const { accountId } = needsRight(request, 'settings');
      const { email } = await kysely
        .selectFrom('account')
        .select('email')
        .where('id', '=', accountId)
        .executeTakeFirstOrThrow();
      return parts.mail.tryOut(email);
    },
  );
  app.post(
    '/agent/settings/mail/check',
    {
      schema: {
        summary: 'Whether the domain of the brokerage’s address has SPF, DKIM and DMARC, by DNS',
        body: Strict({}),
        response: { 200: TestResult, ...problems },
      },
    },
    async () => {
      const domain = parts.brokerage.email.split('@')[1];
      if (!domain) return { is_right: false, says: 'The brokerage has no email address yet.' };
      try {
        const findings = await checkMailDomain(domain, { resolve: dnsTxt() });
        return {
          is_right: findings.every(({ is_right }) => is_right),
          says: linesOf(findings).join('\n'),
        };
      } catch (error) {
        return { is_right: false, says: (error as Error).message };
      }
    },
  );
  app.post(
    '/agent/settings/payments/test',
    {
      schema: {
        summary: 'Asks the payment provider whether it knows the key',
        body: Strict({}),
        response: { 200: TestResult, ...problems },
      },
    },
    async () => testPayments(parts.payments),
  );
}

/** @throws Problem 422 unless the agent has a second step, so that requiring it from everyone does not lock them out */
async function mustHaveTwoFactor(tx: Tx, accountId: string): Promise<void> {
  if (await hasTwoFactor(tx, accountId)) return;
  const message = 'Set up two-factor sign-in for yourself first. Without it you would lock yourself out.';
  throw problem(422, message, { errors: [{ field: 'requires_two_factor', message }] });
}

/** Keys of lead providers, for agents who may change the settings. */
export function intakeKeyRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const keys = { 200: IntakeKeys, ...problems };

  app.get('/agent/intake-keys', { schema: { summary: 'The keys of lead providers', response: keys } }, async () =>
    listIntakeKeys(kysely),
  );
  app.post(
    '/agent/intake-keys',
    {
      schema: {
        summary: 'A new key, shown in this answer and never again',
        body: Strict({ name: Name(80) }),
        response: { 200: NewIntakeKey, ...problems },
      },
    },
    async (request, reply) => {
      const { accountId, name } = needsRight(request, 'settings');
      return write(parts.database, request, reply, accountId, (tx) => makeIntakeKey(tx, request.body.name, name));
    },
  );
  app.post(
    '/agent/intake-keys/:id/revoke',
    {
      schema: {
        summary: 'The key opens nothing anymore',
        params: Strict({ id: Uuid }),
        body: Strict({}),
        response: keys,
      },
    },
    async (request, reply) => {
      const { accountId, name } = needsRight(request, 'settings');
      return write(parts.database, request, reply, accountId, async (tx) => {
        await revokeIntakeKey(tx, request.params.id, parts.now(), name);
        return listIntakeKeys(tx);
      });
    },
  );
}

/** The options that every agent can choose from. */
export function leadOptionRoutes(app: Api, parts: ApiParts): void {
  app.get(
    '/agent/archive-reasons',
    {
      schema: {
        summary: 'What an agent chooses from when a lead is archived',
        response: { 200: Type.Object({ reasons: ArchiveReasons }), ...problems },
      },
    },
    async () => ({ reasons: [...parts.settings.now().archiveReasons] }),
  );
}

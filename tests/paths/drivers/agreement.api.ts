import type { AgreementEvent, agreementLifecycle } from '#src/machines/agreement/agreement.lifecycle.ts';
import { expireAgreements } from '#src/api/agreement/agreement.repository.ts';
import { inTransaction } from '#src/api/database/write.ts';
import { call } from '#tests/platform/application.ts';
import { contractToken, signatureOf } from '../api-gestures.ts';
import { agreement } from '../models/agreement.model.ts';
import type { Requirement } from '../models/path-model.ts';
import { NotHere } from '../run/world.ts';
import type { CaseStep } from '../tool/cases.ts';
import { beginLead } from './agent-lead.api.ts';
import type { LeadStage } from './agent-lead.api.ts';
import { apiDriver } from './api-driver.ts';
import type { Call } from './api-driver.ts';
import { elsewhere } from './bid.api.ts';

/** A client's agreement about a move: the first one that the lead sends. */
interface Stage extends LeadStage {
  id: string | null;
  /** The client's link; an invalid one before it was sent. */
  token: string;
}

const rows = ({ world }: LeadStage) => world.own('look into agreements').database.kysely;
const rowOf = async (stage: Stage) =>
  stage.id
    ? rows(stage).selectFrom('agreement').selectAll().where('id', '=', stage.id).executeTakeFirstOrThrow()
    : null;
const asClient = (stage: Stage, what: string, body: object) =>
  call(stage.world, 'POST', `agent-lead/contract/${what}?token=${stage.token}`, { body });

const signing =
  (change: object = {}): Call<Stage> =>
  async (stage) =>
    asClient(stage, 'sign', {
      ...(await signatureOf(stage, `agent-lead/contract/sign?token=${stage.token}`)),
      ...change,
    });

/** What nobody requests. */
const expiring: Call<Stage> = async (stage, { broken }) => {
  const before = await rowOf(stage);
  const own = stage.world.own('end the time of agreements');
  await inTransaction(own.database, (tx) => expireAgreements(tx, own.parts.now()));
  return { status: (await rowOf(stage))?.state !== before?.state ? 200 : broken === null ? 409 : 422, body: {} };
};

const runOut = async (stage: Stage): Promise<void> => {
  await rows(stage)
    .updateTable('agreement')
    .set({ expires_at: '2020-01-01T00:00:00Z' })
    .where('id', '=', stage.id!)
    .execute();
};

const onlyOnce = ({ verdict }: CaseStep): void => {
  if (!verdict.may) throw new NotHere('To send a contract again makes another agreement, and takes this one back.');
};

const sending: Call<Stage> = async (stage, step) => {
  onlyOnce(step);
  await elsewhere(stage, 'contract.sent');
  stage.id = (
    await rows(stage)
      .selectFrom('agreement')
      .select('id')
      .where('lead_id', '=', stage.lead.id)
      .executeTakeFirstOrThrow()
  ).id;
  stage.token = await contractToken(stage);
  return { status: 200, body: {} };
};

/** The product sends an agreement as soon as it creates it: a draft exists only if it was interrupted in between. */
async function makeDraft(stage: Stage, step: CaseStep): Promise<void> {
  await sending(stage, step);
  await rows(stage)
    .updateTable('agreement')
    .set({ state: 'draft', sent_at: null })
    .where('id', '=', stage.id!)
    .execute();
}

export const driver = apiDriver<Stage, AgreementEvent['type'], Requirement<typeof agreementLifecycle>>({
  model: agreement,
  environment: { PARTS: 'api,worker' },
  async begin(world) {
    const stage = await beginLead(world);
    await elsewhere(stage, 'quote.sent');
    return { ...stage, id: null, token: 'no-such-token-there-is' };
  },
  gestures: {
    'agreement.sent': sending,
    'agreement.opened': (stage) => asClient(stage, 'open', {}),
    'agreement.signed': signing(),
    'agreement.declined': (stage) => asClient(stage, 'decline', { reason: 'Too expensive' }),
    'agreement.voided': async (stage, step) => {
      onlyOnce(step);
      if (step.from === 'draft') await makeDraft(stage, step);
      await elsewhere(stage, 'contract.sent');
      return { status: 200, body: {} };
    },
    'agreement.expired': async (stage, step) => {
      if (step.verdict.may) await runOut(stage);
      return expiring(stage, step);
    },
  },
  unmet: {
    'the agreement has not expired': runOut,
    'every blank is filled': async (stage, { event }) => {
      if (event === 'agreement.sent') return 'What is written without blanks is written whole.';
      await rows(stage)
        .updateTable('agreement')
        .set({ open_blanks: JSON.stringify(['client.name']) })
        .where('id', '=', stage.id!)
        .execute();
    },
    'the signer consents to electronic records': async () => signing({ has_consent: false }),
    'a signature is given': async () => signing({ name: ' ' }),
    'the text signed is the text shown': async () => signing({ document_hash: 'f'.repeat(64) }),
    'a reason is given': async () => (stage) => asClient(stage, 'decline', { reason: ' ' }),
    'its time has run out': async () => expiring,
  },
  placeOf: async (stage) => (await rowOf(stage))?.state ?? 'draft',
  async record(stage) {
    const row = await rowOf(stage);
    // The worker creates the sealed document and its hash in the background.
    return row && { ...row, file_id: null, signed_hash: null };
  },
  async inHandsOf() {
    throw new NotHere('Whoever has the link of a client is the client.');
  },
  // Opening an agreement again, whether open or over, changes nothing.
  refusals: ({ event, broken }) =>
    event === 'agreement.opened' && broken === null
      ? [200, 404, 410]
      : broken === 'the agreement has not expired'
        ? [409, 410]
        : null,
});

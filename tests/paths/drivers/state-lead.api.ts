import { newId, newToken, sha256 } from '#src/api/database/ids.ts';
import { STATE_LEAD_MODEL_VERSION } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import type { StateLeadEvent, stateLeadLifecycle } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { call, signedIn } from '#tests/platform/application.ts';
import type { Account } from '#tests/platform/application.ts';
import type { Requirement } from '../models/path-model.ts';
import { stateLead } from '../models/state-lead.model.ts';
import { NotHere } from '../run/world.ts';
import type { Own, World } from '../run/world.ts';
import { apiDriver } from './api-driver.ts';
import type { Call } from './api-driver.ts';
import { inDays } from '#tests/api/carrier-api.ts';

export interface StateLeadStage {
  world: World;
  /** The member of the business who acts. */
  member: Account;
  businessId: string;
  leadId: string;
  email: string;
}

let leads = 0;
/** The API key with which a lead source submits requests, created once per product. */
const keys = new WeakMap<Own, Promise<string>>();

async function makeKey(own: Own): Promise<string> {
  const key = `lk_${newToken()}`;
  await own.database.kysely
    .insertInto('intake_key')
    .values({ id: newId(), name: 'LeadHub', key_hash: sha256(key) })
    .execute();
  return key;
}

/** A household's new request; both members of the business work these in turn. */
export async function beginStateLead(world: World): Promise<StateLeadStage> {
  const own = world.own('hand in requests of households');
  const key = keys.get(own) ?? makeKey(own);
  keys.set(own, key);
  const mover = await world.account('mover');
  // A trial covers only a limited number of leads per day.
  await own.database.kysely
    .updateTable('business')
    .set({ subscription: 'active', trial_ends_at: null })
    .where('id', '=', mover.businessId!)
    .execute();
  const member = (leads += 1) % 2 === 0 ? mover : await world.account('assistant');
  const email = `casey${leads}@client.test`;
  const body = {
    external_id: `path-${leads}`,
    client: { name: 'Casey Client', email },
    origin: { zip: '43215' },
    destination: { zip: '60601' },
    size: 'studio',
  };
  const answer = await call<{ id: string }>(world, 'POST', 'intake/state-lead', {
    body,
    headers: { authorization: `Bearer ${await key}` },
  });
  if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return { world, member, businessId: mover.businessId!, leadId: answer.body.id, email };
}

const patch =
  (body: object): Call<StateLeadStage> =>
  ({ world, member, leadId }) =>
    call(world, 'PATCH', `state-lead/${leadId}`, { token: member.token, body });
const post = ({ world, member }: StateLeadStage, path: string, body: object) =>
  call(world, 'POST', path, { token: member.token, body });

/** The client's link from the newest email; an invalid token if no quote was sent. */
async function tokenOf({ world, email }: StateLeadStage): Promise<string> {
  const { kysely } = world.own('read the mail of a client').database;
  const mail = await kysely
    .selectFrom('mail')
    .select('body')
    .where('kind', '=', 'state-quote')
    .where('recipient', '=', email)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return mail ? /\/quote\/([\w-]+)/.exec(JSON.stringify(mail.body))![1]! : 'no-such-token-there-is-0123456789-abcdef';
}
const answering =
  (answer: 'accepted' | 'declined'): Call<StateLeadStage> =>
  async (stage) =>
    call(stage.world, 'POST', `state-lead/quote?token=${await tokenOf(stage)}`, { body: { amount: 240_000, answer } });

const quoting =
  (change: object = {}): Call<StateLeadStage> =>
  (stage) =>
    post(stage, `quote/${stage.leadId}/`, { amount: 240_000, valid_until: inDays(300), ...change });

const outcome =
  (body: object): Call<StateLeadStage> =>
  (stage) =>
    post(stage, `state-lead/${stage.leadId}/outcome`, body);

/** The subscription belongs to the business, not to the lead: it is restored after the attempt. */
const withoutSubscription = async (): Promise<Call<StateLeadStage>> => async (stage, step) => {
  const { kysely } = stage.world.own('end a subscription').database;
  const set = (subscription: 'inactive' | 'active') =>
    kysely.updateTable('business').set({ subscription }).where('id', '=', stage.businessId).execute();
  await set('inactive');
  try {
    return await gestures[step.event as StateLeadEvent['type']](stage, step);
  } finally {
    await set('active');
  }
};

const gestures: Record<StateLeadEvent['type'], Call<StateLeadStage>> = {
  'contact.made': patch({ contacted: true }),
  'note.written': (stage) => post(stage, `state-lead/${stage.leadId}/notes`, { text: 'Called, left a message' }),
  'quote.sent': quoting(),
  'quote.accepted': answering('accepted'),
  'quote.declined': answering('declined'),
  'lead.won': outcome({ outcome: 'won', value: 240_000 }),
  'lead.lost': outcome({ outcome: 'lost', reason: 'price' }),
  'lead.reopened': outcome({ outcome: 'open' }),
  'follow-up.set': patch({ follow_up_date: '2099-12-31' }),
  'follow-up.cleared': patch({ follow_up_date: null }),
  'lead.assigned': patch({ assignee_id: null }),
  'lead.archived': patch({ is_archived: true }),
  'lead.restored': patch({ is_archived: false }),
};

export const driver = apiDriver<StateLeadStage, StateLeadEvent['type'], Requirement<typeof stateLeadLifecycle>>({
  model: stateLead,
  // Without the worker: an email is read from the outbox.
  environment: { PARTS: 'api' },
  begin: beginStateLead,
  gestures,
  unmet: {
    'the subscription is active': withoutSubscription,
    'the lead is not archived': 'Where it is on the shelf, which is a place.',
    'the household has not hired another mover': async (stage) => hireAnother(stage),
    'the client has an email address': async ({ world, leadId }) => {
      await world
        .own('take away an address')
        .database.kysely.updateTable('state_lead')
        .set({ client_email: null, client_phone: '+16145550100' })
        .where('id', '=', leadId)
        .execute();
    },
    'the price is above zero': async () => quoting({ amount: 0 }),
    'the value is above zero': async () => outcome({ outcome: 'won', value: 0 }),
    'the follow-up is today or later': async () => patch({ follow_up_date: '2020-01-01' }),
    'the quote is valid until today or later': async () => quoting({ valid_until: '2020-01-01' }),
    'the quote is still valid': async ({ world, leadId }) => {
      await world
        .own('let a quote run out')
        .database.kysely.updateTable('state_quote')
        .set({ valid_until: '2020-01-01' })
        .where('lead_id', '=', leadId)
        .execute();
    },
  },
  async placeOf(stage) {
    const { body } = await call<{ state: never; is_archived: boolean }>(
      stage.world,
      'GET',
      `state-lead/${stage.leadId}`,
      { token: stage.member.token },
    );
    return stateLead.keyOf({ state: body.state, isArchived: body.is_archived });
  },
  async record({ world, leadId, businessId }) {
    const { kysely } = world.own('read its rows').database;
    const of = (table: 'state_lead_work' | 'state_lead_note' | 'state_quote') =>
      kysely
        .selectFrom(table)
        .selectAll()
        .where('lead_id', '=', leadId)
        .where('business_id', '=', businessId)
        .orderBy(table === 'state_lead_work' ? 'received_at' : 'id')
        .execute();
    return [
      await of('state_lead_work'),
      await kysely
        .selectFrom('history')
        .innerJoin('state_lead_work', 'id', 'record_id')
        .selectAll('history')
        .where('lead_id', '=', leadId)
        .where('business_id', '=', businessId)
        .orderBy('sequence')
        .execute(),
      await of('state_lead_note'),
      await of('state_quote'),
    ];
  },
  async inHandsOf(stage, role, { event }) {
    if (event === 'quote.accepted' || event === 'quote.declined')
      throw new NotHere('Whoever has the link of a client is the client.');
    if (role === 'client' || role === 'visitor' || role === 'system')
      return { ...stage, member: { ...stage.member, token: '' } };
    return {
      ...stage,
      member: role === 'mover' || role === 'assistant' ? await farAway(stage) : await stage.world.account(role),
    };
  },
});

/** Another business has the lead, too: it sends a quote, which the client accepts. */
async function hireAnother(stage: StateLeadStage): Promise<void> {
  const own = stage.world.own('give the lead to another business');
  const rival = await signedIn(own, 'mover', 'Rita Rival', {}, { business: { subscription: 'active' } });
  await own.database.kysely
    .insertInto('state_lead_work')
    .values({
      business_id: rival.businessId!,
      lead_id: stage.leadId,
      received_at: new Date().toISOString(),
      model_version: STATE_LEAD_MODEL_VERSION,
    })
    .execute();
  const ofRival = { ...stage, member: rival };
  for (const call of [quoting(), answering('accepted')]) {
    const { status, body } = await call(ofRival, undefined as never);
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  }
}

/** A mover of another business, whose cities do not include the household's. */
const farAway = ({ world }: StateLeadStage): Promise<Account> =>
  signedIn(world.own('add a business'), 'mover', 'Faye Faraway', {}, { business: { top_cities_chosen_at: null } });

import { createLeaveTokens } from '#src/api/link/leave-token.ts';
import { tidyMailing } from '#src/api/mailing/mailing.list.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { MailingEvent, mailingLifecycle } from '#src/machines/mailing/mailing.lifecycle.ts';
import { forgetRequests } from '#tests/api/account-api.ts';
import { call, mailTo, tokenOf } from '#tests/platform/application.ts';
import { mailing } from '../models/mailing.model.ts';
import type { Requirement } from '../models/path-model.ts';
import { NotHere } from '../run/world.ts';
import type { World } from '../run/world.ts';
import { apiDriver } from './api-driver.ts';
import type { Call } from './api-driver.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

interface Stage {
  world: World;
  email: string;
  /** How many confirmation emails were sent. */
  asked: number;
  /** The token of the newest one; an invalid one if none was sent. */
  question: string;
}

const STATES = ['OH', 'TX'];
const NO_TOKEN = 'no-such-token-there-is-0123456789-abcdef';
let mailboxes = 0;

const rows = ({ world }: Stage) => world.own('look into the list of mailboxes').database.kysely;
const memberOf = (stage: Stage) =>
  rows(stage).selectFrom('mailing_member').selectAll().where('email', '=', stage.email).executeTakeFirst();
const post = ({ world }: Stage, what: string, body: object) => call(world, 'POST', `email_subscribe/${what}`, { body });

const asking =
  (states: readonly string[]): Call<Stage> =>
  async (stage) => {
    const answer = await post(stage, 'subscribe', { email: stage.email, states });
    if (answer.status !== 202) return answer;
    stage.question = tokenOf(
      await mailTo(stage.world, stage.email, /^Confirm/, stage.asked),
      '/email/marketplace-subscribe',
    );
    stage.asked += 1;
    return answer;
  };

/** With the link that every email about leads has. */
const changing =
  (states: readonly string[]): Call<Stage> =>
  async (stage) => {
    const member = await memberOf(stage);
    const token = member
      ? createLeaveTokens(stage.world.own('make the link of a mail').parts, 'mailing-choice').tokenOf(member.id)
      : NO_TOKEN;
    return post(stage, 'choice', { token, states, cities: [], frequency: 'daily', version: member?.version ?? 1 });
  };

/** The clock gives no response: the row shows whether it did something. */
const tidying: Call<Stage> = async (stage, { broken }) => {
  const before = await memberOf(stage);
  const own = stage.world.own('tidy the list of mailboxes');
  await inTransaction(own.database, (tx) => tidyMailing(tx, own.parts.now()));
  const after = await memberOf(stage);
  return { status: after?.version !== before?.version ? 200 : broken === null ? 409 : 422, body: {} };
};

async function letTimePass({ world }: Stage): Promise<void> {
  world.own('move the clock').clock.ahead += 8 * DAY;
}

export const driver = apiDriver<Stage, MailingEvent['type'], Requirement<typeof mailingLifecycle>>({
  model: mailing,
  environment: {},
  async begin(world) {
    const own = world.own('begin with a mailbox that nobody knows');
    own.clock.ahead = 0;
    await forgetRequests(own);
    return { world, email: `reader-${(mailboxes += 1)}@mail.example`, asked: 0, question: NO_TOKEN };
  },
  gestures: {
    'mails.asked': asking(STATES),
    'mails.confirmed': async (stage, step) => {
      // A person already on the list confirms a new choice.
      if (step.from === 'subscribed' && step.broken === null) await asking(STATES)(stage, step);
      return post(stage, 'confirm', { token: stage.question });
    },
    'mails.changed': changing(['OH']),
    'mails.left': async (stage) => {
      const member = await memberOf(stage);
      return post(stage, 'unsubscribe', {
        token: member
          ? createLeaveTokens(stage.world.own('make the link of a mail').parts, 'mailing-leave').tokenOf(member.id)
          : NO_TOKEN,
      });
    },
    'mails.lapsed': async (stage, step) => {
      if (step.verdict.may) await letTimePass(stage);
      return tidying(stage, step);
    },
  },
  unmet: {
    'at least one state is chosen': async (_, { event }) =>
      event === 'mails.asked'
        ? asking([])
        : event === 'mails.changed'
          ? changing([])
          : 'What is confirmed was chosen before.',
    'the question is not older than 7 days': async (stage, step) => {
      if (step.from === 'subscribed') await asking(STATES)(stage, step);
      await letTimePass(stage);
    },
    'nobody confirmed in time': async () => tidying,
  },
  placeOf: async (stage) => (await memberOf(stage))?.state ?? 'unsubscribed',
  async record(stage) {
    const member = await memberOf(stage);
    return member
      ? [
          member,
          await rows(stage)
            .selectFrom('history')
            .selectAll()
            .where('record_id', '=', member.id)
            .orderBy('sequence')
            .execute(),
        ]
      : [];
  },
  async inHandsOf() {
    throw new NotHere('Everyone is a visitor here.');
  },
  // Leaving again changes nothing, and is not an error.
  refusals: ({ event, broken }) =>
    event === 'mails.left' ? [200, 404] : event === 'mails.confirmed' && broken !== null ? [404, 409, 410] : null,
});

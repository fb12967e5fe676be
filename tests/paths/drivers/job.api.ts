import { newId } from '#src/api/database/ids.ts';
import { MOST_JOB_PAPERS } from '#src/machines/job/job.lifecycle.ts';
import type { JobEvent, jobLifecycle } from '#src/machines/job/job.lifecycle.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { call } from '#tests/platform/application.ts';
import { drawnSignature } from '#tests/platform/drawn-signature.ts';
import { gestures as onLead, PDF, reload } from '../api-gestures.ts';
import { job } from '../models/job.model.ts';
import type { Requirement } from '../models/path-model.ts';
import type { World } from '../run/world.ts';
import type { CaseStep } from '../tool/cases.ts';
import { beginLead } from './agent-lead.api.ts';
import type { LeadStage } from './agent-lead.api.ts';
import { apiDriver } from './api-driver.ts';
import type { Call, Lasting } from './api-driver.ts';

interface JobBody {
  id: string;
  state: string;
  papers: { id: string }[];
  history: unknown[];
}

/** A lead whose carrier has signed. */
async function beginJob(world: World): Promise<LeadStage> {
  const stage = await beginLead(world);
  for (const event of [
    'quote.sent',
    'contract.sent',
    'contract.marked-signed',
    'carrier.special-awarded',
    'carrier.signed',
  ] as const) {
    const { status, body } = await onLead[event](stage);
    if (status >= 300) throw new Error(`${event}: ${status} ${JSON.stringify(body)}`);
    await reload(stage);
  }
  return stage;
}

const elsewhere = async (stage: LeadStage, event: keyof typeof onLead): Promise<void> => {
  await reload(stage);
  const { status, body } = await onLead[event](stage);
  if (status >= 300) throw new Error(`${event}: ${status} ${JSON.stringify(body)}`);
};

async function jobOf(stage: LeadStage): Promise<JobBody> {
  const { jobs } = (await reload({ ...stage })) as unknown as { jobs: JobBody[] };
  return jobs[0]!;
}

const STEPS: Record<string, string> = {
  'job.departed': 'on-the-way',
  'job.picked-up': 'picked-up',
  'job.delivered': 'delivered',
  'job.stepped-back': 'back',
};
const bodyOf = ({ event }: CaseStep, given: object = {}) => {
  const step = STEPS[event.split(' ')[0]!]!;
  return { step, ...(step === 'back' ? { reason: 'Tapped by mistake' } : {}), ...given };
};

const onOwn = (stage: LeadStage, path: string, body: unknown) =>
  call(stage.application, 'POST', `carrier/agent-lead/${stage.lead.id}/job/${path}`, {
    token: stage.carrier.token,
    body,
  });
const stepping =
  (given?: object): Call<LeadStage> =>
  (stage, step) =>
    onOwn(stage, 'step', bodyOf(step, given));
const recording =
  (given?: object): Call<LeadStage> =>
  async (stage, step) =>
    call(stage.application, 'POST', `agent-lead/job/${await jobIdOf(stage)}/step`, {
      token: stage.agent.token,
      body: bodyOf(step, given),
    });
/** Who reports the step in this case. */
const by = ({ event }: CaseStep, given?: object) => (event.endsWith(' by phone') ? recording(given) : stepping(given));

/** By the job's id, which agents know. */
const jobIdOf = async ({ world, lead }: LeadStage): Promise<string> =>
  (
    await world
      .own('look up a job')
      .database.kysely.selectFrom('carrier_job')
      .select('id')
      .where('lead_id', '=', lead.id)
      .executeTakeFirstOrThrow()
  ).id;

function paper(): FormData {
  const form = new FormData();
  form.append('kind', 'photo');
  form.append('content', PDF, 'receipt.pdf');
  return form;
}
const adding: Call<LeadStage> = (stage) => onOwn(stage, 'paper', paper());
const signing =
  (given: object = {}): Call<LeadStage> =>
  async (stage) =>
    onOwn(stage, 'receipt', {
      name: 'Casey Client',
      image: await drawnSignature(),
      signed_at: new Date().toISOString(),
      zone: 'America/New_York',
      ...given,
    });
const removing: Call<LeadStage> = async (stage, step) => {
  if (step.verdict.may) await adding(stage, step);
  const id = (await jobOfAny(stage))?.papers[0]?.id ?? newId();
  return call(stage.application, 'DELETE', `carrier/agent-lead/${stage.lead.id}/job/paper/${id}`, {
    token: stage.carrier.token,
  });
};
const jobOfAny = (stage: LeadStage) => jobOf(stage).catch(() => null);

const isOfCarrierAlone = ({ event }: Pick<CaseStep, 'event'>) =>
  event.startsWith('paper.') || event === 'receipt.signed';

const ended = new WeakSet<LeadStage>();
/** First the lead's events, then the same attempt; an agent still finds a job that its carrier no longer does. */
const after =
  (...events: (keyof typeof onLead)[]) =>
  async (stage: LeadStage, step: CaseStep): Promise<Lasting<LeadStage>> => {
    if (!ended.has(stage)) {
      // There is something to remove.
      await adding(stage, step);
      for (const event of events) await elsewhere(stage, event);
      ended.add(stage);
    }
    return { lasts: isOfCarrierAlone(step) ? null : recording() };
  };
const dated = (at: () => Date) => async (_: LeadStage, step: CaseStep) =>
  step.event === 'receipt.signed' ? signing({ signed_at: at().toISOString() }) : by(step, { at: at().toISOString() });

export const driver = apiDriver<LeadStage, JobEvent['type'], Requirement<typeof jobLifecycle>>({
  model: job,
  environment: { PARTS: 'api' },
  begin: beginJob,
  gestures: {
    'job.departed': stepping(),
    'job.picked-up': stepping(),
    'job.delivered': stepping(),
    'job.stepped-back': stepping(),
    'paper.added': adding,
    'paper.removed': removing,
    'receipt.signed': signing(),
  },
  more: { 'job.departed by phone': recording(), 'job.stepped-back by phone': recording() },
  unmet: {
    'the carrier still has the job': after('carrier.dropped'),
    'the contract is not closed': after('contract.closed'),
    // A lead is archived only when no carrier has the job, or after it.
    'the lead is not archived': after('contract.closed', 'lead.archived'),
    'the time is not in the future': dated(() => new Date(Date.now() + DAY)),
    'the time is at most 7 days ago': dated(() => new Date(Date.now() - 8 * DAY)),
    'the time is not before the last step': dated(() => new Date(Date.now() - DAY)),
    'a reason is given': async (_, step) => by(step, { reason: undefined }),
    'there is no delivery receipt yet': async (stage, step) => {
      await signing()(stage, step);
    },
    'there is room for another paper': async (stage) => {
      const { kysely } = stage.world.own('bring many papers').database;
      const job_id = await jobIdOf(stage);
      const ids = Array.from({ length: MOST_JOB_PAPERS }, () => newId());
      const created_at = new Date().toISOString();
      await kysely
        .insertInto('file')
        .values(
          ids.map((id) => ({ id, storage_key: id, name: 'a.pdf', media_type: 'application/pdf', size: 1, sha256: id })),
        )
        .execute();
      await kysely
        .insertInto('carrier_job_paper')
        .values(
          ids.map((id) => ({
            id,
            job_id,
            file_id: id,
            kind: 'other' as const,
            name: 'a.pdf',
            brought_by_name: 'Sam',
            created_at,
          })),
        )
        .execute();
    },
  },
  placeOf: async (stage) => (await jobOf(stage)).state,
  // For its carrier, a job that was taken away or whose lead is archived does not exist.
  refusals: ({ event, broken }) =>
    isOfCarrierAlone({ event }) &&
    broken !== null &&
    broken !== 'the contract is not closed' &&
    broken !== 'there is room for another paper' &&
    broken !== 'there is no delivery receipt yet' &&
    broken !== 'the time is at most 7 days ago'
      ? [404]
      : event === 'paper.removed' && broken !== null
        ? [404, 409]
        : null,
  record: async (stage) => await jobOf(stage),
  async inHandsOf(stage, role) {
    const find = strangers[role];
    // Someone without an account is not signed in.
    const stranger = find ? await find(stage.world) : { ...stage.carrier, token: '' };
    return { ...stage, agent: stranger, carrier: stranger };
  },
});

const strangers: Partial<Record<string, (world: World) => Promise<LeadStage['agent']>>> = {
  agent: (world) => world.account('agent2'),
  carrier: (world) => world.account('carrier2'),
  mover: (world) => world.account('mover'),
  assistant: (world) => world.account('assistant'),
};

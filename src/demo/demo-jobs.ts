import { addPapers } from '#src/api/carrier-job/carrier-job.papers.ts';
import { ownJob } from '#src/api/carrier-job/carrier-job.record.ts';
import { stepJob } from '#src/api/carrier-job/carrier-job.steps.ts';
import {
  presentThread,
  readThrough,
  threadOfCarrier,
  writeMessage,
} from '#src/api/job-message/job-message.repository.ts';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import type { JobPaperKind, JobStep } from '#src/machines/job/job.steps.ts';
import { DAY, HOUR } from '#src/machines/calendar/durations.ts';
import { picture } from './demo-files.ts';
import { holderOf } from './lead-story.ts';
import type { Story, World } from './lead-story.ts';
import type { Content } from './past.ts';

type Moment = { step: Exclude<JobStep, 'back'>; at: Date };

async function say(world: World, story: Story, moments: readonly Moment[]): Promise<void> {
  const { tx, past } = world;
  const { known } = holderOf(world, story);
  const job = await ownJob(tx, known.leadId, known.carrierId);
  for (const { step, at } of moments) await stepJob(tx, past.parts, job, { step, at: at.toISOString() }, known.actor);
}

async function bring(world: World, story: Story, kind: JobPaperKind, paper: Content): Promise<void> {
  const { tx, past } = world;
  const { known } = holderOf(world, story);
  const job = await ownJob(tx, known.leadId, known.carrierId);
  await addPapers(tx, past.parts, job, [await past.store(paper)], kind, known.actor);
}

const TALKS = [
  {
    text: 'We’re about two hours out. Is there a gate code?',
    answer: 'Yes, it’s 4711. Call me if it doesn’t open.',
  },
  {
    text: 'The truck can’t turn into the street. Can we park on the corner and use a shuttle?',
    answer: 'Yes, the client knows. The shuttle is on the estimate.',
  },
  {
    text: 'The client added a freezer and two bikes. Should we take them along?',
    answer: 'Take them, please, and note them on the bill of lading. I’ll tell the client what it adds.',
  },
  {
    text: 'Traffic on the interstate: we’ll be there at three instead of one.',
    answer: 'Thanks for telling me. I’ve called the client, three is fine.',
  },
  {
    text: 'Nobody answers the door. Do you have another number?',
    answer: 'Try the neighbor at number 12, she has the key.',
  },
] as const;

/** A question from the carrier, which is answered once it has picked up. */
async function talk(world: World, story: Story, isAnswered: boolean): Promise<void> {
  const { tx, past } = world;
  const { known } = holderOf(world, story);
  const find = () => threadOfCarrier(tx, known.leadId, known.carrierId);
  const { count } = await tx
    .selectFrom('job_message')
    .select(({ fn }) => fn.count<number>('job_id').distinct().as('count'))
    .executeTakeFirstOrThrow();
  const { text, answer } = TALKS[Number(count) % TALKS.length]!;
  const thread = await writeMessage(tx, past.parts, find, 'carrier', known.actor, { text });
  if (!isAnswered) return;
  const now = past.parts.now();
  const asked = await presentThread(tx, thread, 'broker');
  await readThrough(tx, thread, 'broker', asked.messages.at(-1)!.id, now);
  await writeMessage(tx, past.parts, find, 'broker', { ...story.agent, role: 'agent' }, { text: answer });
  const answered = await presentThread(tx, thread, 'carrier');
  await readThrough(tx, thread, 'carrier', answered.messages.at(-1)!.id, now);
}

const photo = (name: string): Content => ({ name, mediaType: 'image/png', content: picture(name) });

/** What the carrier has done so far in a job under way, by the days since its pick-up. */
export async function goOn(world: World, story: Story, statement: Content): Promise<void> {
  const now = world.past.parts.now().getTime();
  const first = Date.parse(`${story.lead.move_date}T13:10:00Z`);
  const moments: Moment[] = [
    { step: 'on-the-way', at: new Date(first) },
    { step: 'picked-up', at: new Date(first + 3.5 * HOUR) },
    { step: 'delivered', at: new Date(first + 2 * DAY + 5 * HOUR) },
  ];
  const done = moments.filter(({ at }) => at.getTime() <= now);
  await say(world, story, done);
  if (done.length > 0) await talk(world, story, done.length > 1);
  if (done.length > 1) await bring(world, story, 'photo', photo('living-room.png'));
  if (done.length > 2) await bring(world, story, 'completion-statement', statement);
  story.lead = await leadById(world.tx, story.lead.id);
}

/**
 * A finished job, with its statement.
 * @returns the paper that the contract is closed with
 */
export async function finish(world: World, story: Story, statement: Content): Promise<string> {
  const { tx, past } = world;
  const now = past.parts.now().getTime();
  await say(world, story, [
    { step: 'on-the-way', at: new Date(now - 40 * HOUR) },
    { step: 'picked-up', at: new Date(now - 37 * HOUR) },
    { step: 'delivered', at: new Date(now - 15 * HOUR) },
  ]);
  await bring(world, story, 'bill-of-lading', { ...statement, name: `Bill of lading ${story.lead.reference}.pdf` });
  await bring(world, story, 'completion-statement', statement);
  const { known } = holderOf(world, story);
  const job = await ownJob(tx, known.leadId, known.carrierId);
  const { id } = await tx
    .selectFrom('carrier_job_paper')
    .select('id')
    .where('job_id', '=', job.id)
    .where('kind', '=', 'completion-statement')
    .executeTakeFirstOrThrow();
  return id;
}

import { addLeadNote } from '#src/api/agent-lead/lead-note.repository.ts';
import type { NewNote } from '#src/api/agent-lead/lead-note.schemas.ts';
import type { Story, World } from './lead-story.ts';

/** Outcomes of calls, chosen by the lead's number so that other random values of the demo stay the same. */
const CALLS: Pick<NewNote, 'outcome' | 'text'>[] = [
  { outcome: 'no-answer' },
  { outcome: 'voicemail', text: 'Said who we are and left the office number.' },
  { outcome: 'reached', text: 'Two flights of stairs at the new place, no elevator. Wants us to look at the piano.' },
  { outcome: 'call-back', text: 'In a meeting, asked for a call after five.' },
  { outcome: 'busy' },
  { outcome: 'reached', text: 'Compares us with two others. Price matters less than the dates.' },
];
const REMARKS = [
  'Please call, don’t text. The spouse handles the dates.',
  'The building wants a certificate of insurance before move-in.',
  'Elevator has to be reserved a week ahead with the front desk.',
];

const nth = ({ lead }: Story) => Number(lead.reference.slice(2));

async function write({ tx, past }: World, story: Story, note: NewNote): Promise<void> {
  const known = { leadId: story.lead.id, version: null, actor: story.agent };
  story.lead = await addLeadNote(tx, past.parts, known, note);
}

/** The agent calls the client; for most leads. */
export async function callClient(world: World, story: Story): Promise<void> {
  if (nth(story) % 3 === 0) return;
  await write(world, story, { kind: 'call', ...CALLS[nth(story) % CALLS.length]! });
}

/** A pinned note, for some leads. */
export async function pinRemark(world: World, story: Story): Promise<void> {
  if (nth(story) % 4 !== 1) return;
  await write(world, story, { kind: 'note', text: REMARKS[nth(story) % REMARKS.length]!, is_pinned: true });
}

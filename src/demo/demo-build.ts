import type { Actor } from '#src/api/agent-lead/agent-lead.transition.ts';
import type { AgreementRow } from '#src/api/agreement/agreement.repository.ts';
import { renderBrokerCarrier } from '#src/api/agreement/broker-carrier.template.ts';
import type { Brokerage } from '#src/api/configuration/configuration-brokerage.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { createChance } from './chance.ts';
import type { DemoAccount, DemoEmail } from './demo-accounts.ts';
import { attachmentSteps } from './demo-attachments.ts';
import { makeCarriers } from './demo-carriers.ts';
import type { DemoCarrier } from './demo-carriers.ts';
import { plainPdf } from './demo-files.ts';
import type { DemoFile } from './demo-files.ts';
import { makeLead, searchText } from './demo-leads.ts';
import type { DemoLead } from './demo-leads.ts';
import { archiveStep, plotOf } from './demo-plots.ts';
import type { Papers, Plot, Step } from './demo-plots.ts';
import { zoneOfState } from './demo-places.ts';
import { beginStory } from './lead-story.ts';
import type { Story, World } from './lead-story.ts';
import { draftAgreement, openAgreement, signAgreement, step } from './lead-story.sales.ts';
import { scheduleOf } from './demo-times.ts';
import type { RowOf } from '#src/api/database/tables.ts';
import { HOUR } from '#src/machines/calendar/durations.ts';

export interface Demo {
  accounts: RowOf<'account'>[];
  carriers: DemoCarrier[];
  carrierAgreements: AgreementRow[];
  stories: Story[];
  files: DemoFile[];
}

/** How many leads are to stand where; some of each are set aside. */
const COUNTS: Record<Plot, number> = {
  new: 26,
  'follow-up': 30,
  'quote-sent': 32,
  'contract-sent': 20,
  contracted: 16,
  'award-carrier': 26,
  'awaiting-carrier': 12,
  'in-progress': 15,
  closed: 8,
  invoiced: 9,
  paid: 14,
};
/** Every so manieth lead of a plot is archived in the end. */
const ARCHIVED: Partial<Record<Plot, number>> = {
  new: 9,
  'follow-up': 8,
  'quote-sent': 10,
  'contract-sent': 12,
  contracted: 14,
  'award-carrier': 20,
  paid: 13,
};
const SEED = 20_240;

interface Plan {
  plot: Plot;
  fields: DemoLead;
  agent: Actor;
  created: Date;
  steps: { at: Date; run: Step['run'] }[];
}

/** Everything that the demo shows, in memory: the same for the same moment. Touches nothing outside. */
export function buildDemo(given: {
  brokerage: Brokerage;
  now: Date;
  accounts: Record<DemoEmail, DemoAccount>;
  passwordHash: string;
}): Demo {
  const { brokerage, now } = given;
  const chance = createChance(SEED);
  const today = dateIn(brokerage.zone, now);
  const emails = ['carrier@demo.test', 'carrier2@demo.test', 'newcarrier@demo.test'] as const;
  const { carriers, accounts, files } = makeCarriers(chance, now, today, {
    known: emails.map((email) => given.accounts[email]),
    emails: [...emails],
    passwordHash: given.passwordHash,
  });
  const world: World = {
    chance,
    brokerage,
    now,
    carriers: new Map(carriers.map((carrier) => [carrier.row.id, carrier])),
  };
  const agents = (['agent@demo.test', 'agent2@demo.test'] as const).map((email): Actor => ({
    ...given.accounts[email],
    role: 'agent',
  }));
  const plans = makePlans(world, agents, files, today).sort((a, b) => a.created.getTime() - b.created.getTime());
  const stories = plans.map((plan, index) => play(world, plan, `L-${10_001 + index}`));
  numberInvoices(stories);
  return {
    accounts,
    carriers,
    carrierAgreements: carriers.flatMap((carrier) => signedFrame(world, carrier)),
    stories,
    files,
  };
}

function makePlans(world: World, agents: Actor[], files: DemoFile[], today: string): Plan[] {
  const { chance } = world;
  const papers = papersOf(world, files);
  return Object.entries(COUNTS).flatMap(([name, count]) => {
    const plot = name as Plot;
    const made: Plan[] = [];
    for (let index = 0; index < count; index++) {
      const times = scheduleOf(world, plot, index, today);
      const agent = agents[chance.hits(0.56) ? 0 : 1]!;
      // The second new lead asks for the same move as the first one: somebody filled in the form twice.
      const twin = plot === 'new' && index === 1 ? made[0]!.fields : undefined;
      const isEarly = plot === 'new' || plot === 'follow-up';
      const fields =
        twin ??
        makeLead(chance, {
          moveDate: plot === 'new' && index % 9 === 5 ? null : times.moveDate,
          hasEmail: !(isEarly && index % 11 === 7),
          hasInventory: !(plot === 'new' && index % 3 === 2),
        });
      // Without an address there is no quote; such a lead waits for a call.
      const { sales, after } = plotOf(world, plot === 'follow-up' && !fields.client_email ? 'new' : plot, {
        followUpDate: times.followUpDate,
        papers,
      });
      const extras = attachmentSteps(world, plot, index, files);
      const archived = ARCHIVED[plot];
      const isArchived = archived !== undefined && index % archived === archived - 1;
      const { created, steps } = times.place(
        [...extras, ...sales],
        isArchived ? [...after, archiveStep(world)] : after,
        fields.move_date_last,
        after.length > 0,
      );
      made.push({ plot, fields, agent, created, steps });
    }
    return made;
  });
}

function play(world: World, plan: Plan, reference: string): Story {
  const story = beginStory(world, plan.created, plan.agent, {
    ...plan.fields,
    reference,
    search_text: searchText(plan.fields, reference),
    assigned_agent_id: plan.agent.id,
  });
  for (const { at, run } of plan.steps) run(story, at);
  return story;
}

function papersOf(world: World, files: DemoFile[]): Papers {
  const add = (story: Story, name: string, lines: string[]) => {
    const file = {
      id: world.chance.id(new Date(story.lead.updated_at)),
      name,
      mediaType: 'application/pdf',
      content: plainPdf(lines),
    };
    files.push(file);
    return { fileId: file.id, name };
  };
  const about = ({ lead }: Story) => [
    `Reference ${lead.reference}`,
    `Client: ${lead.client_name}`,
    `From ${lead.origin_city}, ${lead.origin_state} to ${lead.destination_city}, ${lead.destination_state}`,
  ];
  return {
    signedPaper: (story) =>
      add(story, `Signed agreement ${story.lead.reference}.pdf`, [
        'Moving services agreement',
        ...about(story),
        'Signed by the client by hand.',
      ]).fileId,
    statement: (story) =>
      add(story, `Completion of work ${story.lead.reference}.pdf`, [
        'Completion-of-work statement',
        ...about(story),
        'All goods were delivered. The client has no open claims today.',
        'Signed by the client and the crew leader.',
      ]),
  };
}

/** The number of an invoice is its place in time among all of them. */
function numberInvoices(stories: Story[]): void {
  const sent = stories
    .filter((story) => story.invoice)
    .sort((a, b) => (a.invoice!.created_at < b.invoice!.created_at ? -1 : 1));
  for (const [index, { invoice, history }] of sent.entries()) {
    invoice!.number = FIRST_INVOICE + index;
    for (const entry of history) if (entry.event === 'invoice.sent') entry.payload.number = invoice!.number;
  }
}

export const FIRST_INVOICE = 1001;

/** The frame agreement of a carrier that has signed one. */
function signedFrame(world: World, { row }: DemoCarrier): AgreementRow[] {
  if (!row.agreement_signed_at) return [];
  const signedAt = new Date(row.agreement_signed_at);
  const sentAt = new Date(signedAt.getTime() - 26 * HOUR);
  const document = renderBrokerCarrier({ brokerage: world.brokerage, carrier: row, now: sentAt });
  const agreement = draftAgreement(world.chance.id(sentAt), sentAt, {
    kind: 'broker-carrier',
    leadId: null,
    carrierId: row.id,
    document,
    days: 30,
  });
  step(agreement, sentAt, { type: 'agreement.sent', by: 'agent' });
  openAgreement(agreement, 'carrier', new Date(signedAt.getTime() - 600_000));
  signAgreement(world, agreement, {
    by: 'carrier',
    name: row.contact_name,
    zone: zoneOfState(row.state),
    at: signedAt,
  });
  return [agreement];
}

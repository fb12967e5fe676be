import { letter, longDate, money } from '#src/api/platform/letter.ts';
import type { Letter } from '#src/api/platform/letter.ts';

/** What a carrier may read of a load before it has the job: never who the client is. */
export interface LoadFacts {
  reference: string;
  origin_city: string | null;
  origin_state: string | null;
  destination_city: string | null;
  destination_state: string | null;
  move_date: string | null;
}

function loadFacts(load: LoadFacts): [string, string][] {
  return [
    ['Load', load.reference],
    ['Route', `${load.origin_city}, ${load.origin_state} to ${load.destination_city}, ${load.destination_state}`],
    ...(load.move_date ? ([['Pick-up', longDate(load.move_date)]] as [string, string][]) : []),
  ];
}

export function awardMail(given: { carrier: string; load: LoadFacts; amount: number; url: string }): Letter {
  return letter({
    subject: `You won the load ${given.load.reference}`,
    greeting: `Hello ${given.carrier},`,
    paragraphs: ['The job is yours once you have signed its agreement. Read it, then sign or decline.'],
    facts: [...loadFacts(given.load), ['Your pay', money(given.amount)]],
    button: { label: 'Read and sign', url: given.url },
  });
}

export function bidLostMail(given: { carrier: string; load: LoadFacts; reason: string }): Letter {
  return letter({
    subject: `Your bid on ${given.load.reference}`,
    greeting: `Hello ${given.carrier},`,
    paragraphs: [`Your bid was not chosen this time: ${given.reason}.`, 'New loads come in every day; we hope you bid again.'],
    facts: loadFacts(given.load),
  });
}

export function awardWithdrawnMail(given: { carrier: string; load: LoadFacts; reason: string }): Letter {
  return letter({
    subject: `The award of ${given.load.reference} was withdrawn`,
    greeting: `Hello ${given.carrier},`,
    paragraphs: [`We have withdrawn the award of this load: ${given.reason}`, 'There is nothing for you to sign any more.'],
    facts: loadFacts(given.load),
  });
}

export function jobSignedMail(given: { carrier: string; load: LoadFacts; url: string }): Letter {
  return letter({
    subject: `Your signed job agreement ${given.load.reference}`,
    greeting: `Hello ${given.carrier},`,
    paragraphs: ['Your copy of the job agreement is attached. The client’s contact and the addresses are now on the load.'],
    facts: loadFacts(given.load),
    button: { label: 'Open the job', url: given.url },
  });
}

import type { Topic } from './interview.ts';
import type { UnclearCity } from './place-mentions.ts';

const WAYS_IN = ['Ground floor', '2nd floor, no elevator', '3rd floor, no elevator', 'There is an elevator', 'Skip'];

const SUGGESTIONS: Partial<Record<Topic, readonly string[]>> = {
  size: ['Studio', '1 bedroom', '2 bedrooms', '3 bedrooms', '4 bedrooms'],
  flexibility: ['No, that day only', '2 days either way', 'A week either way'],
  origin_zip: ['Skip'],
  destination_zip: ['Skip'],
  inventory: ['Skip the list'],
  bedrooms: ['Nothing there', 'That’s everything'],
  kitchen: ['Nothing there', 'That’s everything'],
  garage: ['Nothing there', 'About 20 boxes', 'About 40 boxes'],
  origin_access: WAYS_IN,
  destination_access: WAYS_IN,
  extras: ['Nothing special', 'A piano', 'Help with packing', 'Storage for a month'],
  phone: ['Skip'],
  call: ['Tomorrow morning', 'Tomorrow afternoon', 'After 5 PM', 'No call needed'],
};

/** Common answers to a question, which the client can send with one tap. */
export function suggestionsFor(topic: Topic | null, [unclear]: readonly UnclearCity[] = []): string[] {
  if (unclear) return unclear.states.map((state) => `${unclear.city}, ${state}`);
  return [...((topic && SUGGESTIONS[topic]) ?? [])];
}

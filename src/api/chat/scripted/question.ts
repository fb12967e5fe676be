import type { ChatDetails } from '#src/machines/chat/chat-details.ts';
import type { Topic } from './interview.ts';

/** The question about a topic, for the first time or again; null once everything is known. */
export function question(topic: Topic | null, known: Partial<ChatDetails>, isAgain: boolean): string {
  switch (topic) {
    case 'origin':
      return isAgain
        ? 'Where are you moving from? A ZIP code such as 43215, or a city with its state, is enough.'
        : 'Where are you moving from? A ZIP code is best; a city and state will do.';
    case 'destination':
      return isAgain
        ? 'Where are you moving to? A ZIP code such as 78701, or a city with its state, is enough.'
        : 'And where are you moving to?';
    case 'move_date':
      return isAgain
        ? 'When would you like to move? For example “June 14,” “next Friday,” or “mid June.”'
        : 'When would you like to move?';
    case 'size':
      return isAgain
        ? 'How big is the move? For example “a studio,” “two bedrooms,” or a list such as “a couch, two queen beds, 20 boxes.”'
        : 'How big is your home? Tell me the number of bedrooms, or list your items.';
    case 'name':
      return 'What is your name?';
    case 'email':
      return isAgain
        ? 'What is your email address, or a phone number?'
        : 'What email address should we send the estimate to?';
    case 'origin_zip':
      return `Do you know the ZIP code in ${known.origin!.city}? It makes your price more accurate.`;
    case 'destination_zip':
      return `And the ZIP code in ${known.destination!.city}? You can skip it.`;
    case 'inventory':
      return known.size === 'few-items'
        ? 'What are the items? A list such as “a couch, two queen beds, 20 boxes” is enough, and photos help. You can skip this.'
        : 'Let’s list your things room by room. What is in the living room? For example “a couch, a TV, two bookcases.” Photos help, too. You can skip the list.';
    case 'bedrooms':
      return 'And in the bedrooms: beds, dressers, desks? A list or photos, whatever is easier.';
    case 'kitchen':
      return 'And in the kitchen and dining room: table, chairs, appliances that move with you?';
    case 'garage':
      return 'Anything in a garage, basement, office or on a patio? And about how many boxes in all?';
    case 'flexibility':
      return 'Could the date move a little, if that helps? For example “2 days either way” or “no, that day only.”';
    case 'origin_access':
      return `What is the street address in ${known.origin!.city}, and how do we get to the door: which floor, stairs or an elevator, and can a truck park close by?`;
    case 'destination_access':
      return `And in ${known.destination!.city}: the street, the floor, stairs or an elevator, parking? Tell me what you know.`;
    case 'extras':
      return 'Is there anything special: a piano, a safe, help with packing, storage?';
    case 'phone':
      return 'Is there a phone number for questions on moving day? You can skip this.';
    case 'call':
      return 'When is a good time for a call?';
    case null:
      return 'That’s everything we need. Please check what I wrote down, fix anything that’s wrong, and confirm it. Then an agent will price your move.';
  }
}

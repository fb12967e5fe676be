import { lightboxMachine } from '#src/machines/lightbox/lightbox.machine.ts';
import { flowModel } from './flow-model.ts';

/** Three pictures, so that there is one between the first and the last. */
const count = 3;

export const lightbox = flowModel({
  id: 'lightbox',
  title: 'Pictures shown large',
  machine: lightboxMachine,
  person: 'agent',
  names: { closed: 'Closed', open: 'Open' },
  aspects: ({ value, context }) => (value === 'open' ? [`picture ${context.index + 1} of ${context.count}`] : []),
  events: {
    'lightbox.opened': { does: 'opens the first picture', with: { count, index: 0 } },
    'picture.next': 'goes to the next picture',
    'picture.previous': 'goes to the previous picture',
    'picture.chosen': { does: 'chooses the last picture', with: { index: 2 } },
    'lightbox.closed': 'closes the pictures',
  },
  answers: {},
  breaks: { 'there is a picture': (event) => ({ ...event, index: count }) },
});

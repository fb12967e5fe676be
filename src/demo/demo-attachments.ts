import { PICTURE_NAMES, picture, plainPdf } from './demo-files.ts';
import type { Plot, Step } from './demo-plots.ts';
import { attach } from './lead-story.ts';
import type { World } from './lead-story.ts';
import type { Content } from './past.ts';

/** Which leads of a plot have files, and what kind. */
const GIVEN: Partial<Record<Plot, ('photos' | 'text' | 'pdf')[]>> = {
  new: ['photos', 'text'],
  'quote-sent': ['photos'],
  contracted: ['pdf'],
  'award-carrier': ['photos', 'photos', 'pdf'],
  'in-progress': ['photos', 'text'],
};

/** The steps that add files to the lead; none for most leads. */
export function attachmentSteps(world: World, plot: Plot, index: number): Step[] {
  const kind = GIVEN[plot]?.[index];
  if (!kind) return [];
  const contents = contentsOf(world, kind, index);
  const given = kind === 'photos' ? { note: 'From the client', isVisible: true } : { isVisible: false };
  return [{ hours: 0.2 + world.chance.fraction() * 4, run: (story) => attach(world, story, contents, given) }];
}

function contentsOf(world: World, kind: 'photos' | 'text' | 'pdf', index: number): Content[] {
  if (kind === 'photos')
    return world.chance
      .some(PICTURE_NAMES, 2 + (index % 2))
      .map((name) => ({ name, mediaType: 'image/png', content: picture(name) }));
  if (kind === 'pdf')
    return [
      {
        name: 'Building rules.pdf',
        mediaType: 'application/pdf',
        content: plainPdf([
          'Moving in and out: rules of the house',
          'Weekdays from 9 to 4. Reserve the elevator two days ahead.',
          'The carrier must show a certificate of insurance.',
        ]),
      },
    ];
  return [
    {
      name: 'Call notes.txt',
      mediaType: 'text/plain',
      content: Buffer.from(
        'Called on the first day.\nTwo adults, two cats, no pool table after all.\nBooks are packed already, about 20 boxes.\n',
      ),
    },
  ];
}

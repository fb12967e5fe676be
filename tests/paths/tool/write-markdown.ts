import type { Case, CaseStep, PlaceOffer, Suite } from './cases.ts';
import { STRATEGIES } from './strategies.ts';
import { modelName } from './words.ts';

/** How a document was made, so that somebody can make it again. */
export function aboutOf({ model, version, strategy, seed, cases, isCut }: Suite): string {
  const count = `${cases.length} ${cases.length === 1 ? 'case' : 'cases'}`;
  const made = `${modelName(model, version)}; strategy ${strategy}: ${STRATEGIES[strategy]}`;
  return `${count}${isCut ? ', and there are more (--cases)' : ''}. Model ${made}.${seed === null ? '' : ` Seed ${seed}.`}`;
}

/** Cases for a person to read and check off. */
export function toMarkdown(suite: Suite): string {
  return (
    [
      `# ${suite.title}`,
      aboutOf(suite),
      ...suite.cases.map(caseAsMarkdown),
      '## What each place allows',
      ...suite.places.map(offerAsMarkdown),
    ].join('\n\n') + '\n'
  );
}

function caseAsMarkdown({ id, title, start, steps }: Case): string {
  const lines = steps.flatMap((step, index) => [
    `${index + 1}. [ ] ${escaped(step.sentence)}`,
    ...offLines(step, steps[index - 1]),
  ]);
  return [`## ${id}`, escaped(title), `It starts in ${escaped(start)}.`, lines.join('\n')].join('\n\n');
}

function offerAsMarkdown({ place, allows }: PlaceOffer): string {
  const lines = allows.map(
    ({ person, does, to, needs }) =>
      `- ${escaped(`${person} ${does}${to === place ? '' : ` → ${to}`}${needs.length > 0 ? `; off until ${needs.join(' and ')}` : ''}`)}`,
  );
  return [`### ${escaped(place)}`, lines.join('\n') || 'Nothing more.'].join('\n\n');
}

/** Only what was not off before, because nobody reads a list that repeats itself. */
function offLines({ off }: CaseStep, before: CaseStep | undefined): string[] {
  const known = new Set((before?.off ?? []).map((one) => JSON.stringify(one)));
  return off
    .filter((one) => !known.has(JSON.stringify(one)))
    .map(({ does, until }) => `    - off: ${escaped(does)}, until ${escaped(until.join(' and '))}`);
}

const escaped = (text: string): string => text.replaceAll(/[\\`*_<>[\]|#]/g, String.raw`\$&`);

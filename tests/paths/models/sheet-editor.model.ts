import { isChanged, sheetEditorMachine } from '#src/machines/carrier/sheet-editor.machine.ts';
import type { SavedSheet, SheetDraft, SheetEditorContext } from '#src/machines/carrier/sheet-editor.machine.ts';
import { readSheet, textOf } from '#src/machines/carrier/sheet-text.ts';
import type { SheetText } from '#src/machines/carrier/sheet-text.ts';
import { flowModel } from './flow-model.ts';

/** The maximum number of steps, out of the 200 that the editor remembers: two show that each is undone separately. */
const STEPS = 2;

const sheet = (rate: number, version: number): SavedSheet => ({
  data: [2000, 8000].map((lb) => ({
    miles_from: 0,
    miles_to: 500,
    lb_from: lb === 2000 ? 0 : 2000,
    lb_to: lb,
    rate_per_cwt: rate,
    minimum: 0,
  })),
  priceRatio: 1,
  version,
});
const mine = sheet(4000, 1);
const theirs = sheet(9000, 2);
const withCell = (text: string): SheetText => ({ ...textOf(mine.data, 1), cells: [[text, '', '40.00', '']] });
const draft: SheetDraft = { base: mine, text: withCell('41.00') };
const at = { row: 1, column: 1 };

/** What matters about a text: whether it is the one on record, and whether it could be. */
type Kind = 'as on record' | 'changed' | 'unreadable';
function kindOf(text: SheetText, base: SavedSheet): Kind {
  if (!isChanged({ text, base })) return 'as on record';
  return Object.keys(readSheet(text).errors).length === 0 ? 'changed' : 'unreadable';
}
/** A text of this kind; consecutive ones differ, because a step always leads to a different text. */
const TEXTS: Record<Kind, (index: number) => SheetText> = {
  'as on record': () => withCell('40.00'),
  changed: (index) => withCell(`${index + 41}.00`),
  unreadable: (index) => withCell(`none ${index}`),
};

/** The earlier texts, the current one, and those that can be redone, in the order in which they were written. */
const kindsOf = ({ past, text, future, base }: SheetEditorContext): Kind[] =>
  [...past, text, ...future.toReversed()].map((one) => kindOf(one, base));

/** Gestures that make a step; and those that end the editing, after which nothing is written. */
const WRITES = ['cells.written', 'bound.written', 'band.added', 'band.removed', 'sheet.started'];
const RETURNS = ['changes.discarded', 'theirs.taken', 'mine.kept'];

/** Texts are distinguished by their kind only, and few steps are made, so that the walk ends. */
export const sheetEditor = flowModel({
  id: 'sheet-editor',
  title: 'Pricing sheet on the screen of whoever edits it',
  machine: sheetEditorMachine,
  person: 'carrier',
  openings: {
    'sheet opened': { does: 'opens the sheet', input: { sheet: mine, draft: null } },
    'sheet opened with a draft': {
      does: 'opens the sheet with changes that were not saved',
      input: { sheet: mine, draft },
    },
    'sheet opened after the same': {
      does: 'opens the sheet with changes that were not saved, the record saved anew with the same sheet',
      input: { sheet: { ...mine, version: 2 }, draft },
    },
    'sheet opened after another': {
      does: 'opens the sheet with changes that were not saved, after somebody else has saved',
      input: { sheet: theirs, draft },
    },
  },
  names: {
    opened: 'Opened',
    editing: 'Editing',
    saving: 'Being saved',
    failed: 'No answer',
    conflict: 'Saved by somebody else',
  },
  aspects: ({ context }) => {
    const kinds = kindsOf(context);
    const here = context.past.length;
    return [
      kinds[here]!,
      ...kinds
        .slice(0, here)
        .toReversed()
        .map((kind) => `undo to ${kind}`),
      ...kinds.slice(here + 1).map((kind) => `redo to ${kind}`),
    ];
  },
  events: {
    'cells.written': { does: 'writes a price', with: { at, block: [['45']] } },
    'bound.written': { does: 'writes a ratio', with: { bound: 'ratio', text: '1.1' } },
    'band.added': { does: 'adds a weight band', with: { axis: 'lb', after: 1 } },
    'band.removed': { does: 'removes a weight band', with: { axis: 'lb', index: 1 } },
    'sheet.started': 'starts the sheet anew',
    'step.undone': 'undoes a step',
    'step.redone': 'does a step again',
    'changes.discarded': 'discards the changes',
    'sheet.saved': 'saves the sheet',
    'mine.kept': 'keeps their own sheet',
    'theirs.taken': 'takes the other sheet',
  },
  more: {
    'cells.written wrong': { does: 'writes what is no price', event: { type: 'cells.written', at, block: [['none']] } },
  },
  answers: {
    save: {
      done: {
        saved: { does: 'saves the sheet', output: { saved: sheet(7700, 2) } },
        'the same sheet': {
          does: 'says that something else of the carrier was changed',
          output: { conflict: { ...mine, version: 2 } },
        },
        'another sheet': { does: 'says that somebody else has saved the sheet', output: { conflict: theirs } },
      },
      error: { 'no answer': { does: 'does not answer', error: 'no answer' } },
    },
  },
  world: (snapshot, { type }) => {
    const { length } = snapshot.context.past;
    return (WRITES.includes(type) && length >= STEPS - 1) || (RETURNS.includes(type) && length >= STEPS)
      ? null
      : snapshot;
  },
  settle: (snapshot) => {
    const { context } = snapshot;
    const texts = kindsOf(context).map((kind, index) => TEXTS[kind](index));
    const here = context.past.length;
    const settled: SheetEditorContext = {
      ...context,
      base: mine,
      text: texts[here]!,
      past: texts.slice(0, here),
      future: texts.slice(here + 1).toReversed(),
      theirs: context.theirs && theirs,
    };
    return { ...snapshot, context: settled } as typeof snapshot;
  },
});

import { and, assign, fromPromise, setup } from 'xstate';
import type { PricingRow } from './pricing-sheet.ts';
import { mergeSheets } from './sheet-merge.ts';
import { readSheet, startedSheet, textOf, withBand, withBlock, withBound, withoutBand } from './sheet-text.ts';
import type { At, Axis, Bound, SheetText } from './sheet-text.ts';

/**
 * A pricing sheet on its editor's screen.
 *
 * editing   cells are edited, bands are added and removed, every step can be undone
 * saving    the save is in progress; nothing can be edited meanwhile
 * failed    it could not be saved; the person may retry or continue editing
 * conflict  someone else saved meanwhile: the person applies their changes to that sheet, or accepts it as it is
 */
export interface SavedSheet {
  data: readonly PricingRow[];
  priceRatio: number;
  version: number;
}

/** Unsaved edits, and the saved sheet that they started from. */
export interface SheetDraft {
  base: SavedSheet;
  text: SheetText;
}

export type SaveAnswer = { saved: SavedSheet } | { conflict: SavedSheet };

export interface SheetEditorContext extends SheetDraft {
  past: SheetText[];
  future: SheetText[];
  theirs: SavedSheet | null;
  /** Why it could not be saved. */
  problem: unknown;
  /** How many pasted cells did not fit the table. */
  leftOut: number;
  /** Someone has tried to save: from now on missing values are reported too, not only wrong ones. */
  isChecked: boolean;
}

export type SheetEditorEvent =
  | { type: 'cells.written'; at: At; block: readonly (readonly string[])[] }
  | { type: 'bound.written'; bound: Bound; text: string }
  | { type: 'band.added'; axis: Axis; after: number }
  | { type: 'band.removed'; axis: Axis; index: number }
  | { type: 'sheet.started' }
  | { type: 'step.undone' }
  | { type: 'step.redone' }
  | { type: 'changes.discarded' }
  | { type: 'sheet.saved' }
  | { type: 'mine.kept' }
  | { type: 'theirs.taken' };

/** The number of steps that can be undone. */
const STEPS = 200;
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const textOfSaved = ({ data, priceRatio }: SavedSheet) => textOf(data, priceRatio);
const isSameSheet = (one: SavedSheet, other: SavedSheet) => isSame(textOfSaved(one), textOfSaved(other));

/** Whether the text differs from the saved sheet. */
export const isChanged = ({ text, base }: SheetDraft): boolean => !isSame(text, textOfSaved(base));

/** In a conflict: one's own changes applied to the other sheet, and what both changed. */
export const mergedSheet = ({ base, text, theirs }: SheetEditorContext) =>
  mergeSheets(textOfSaved(base), text, textOfSaved(theirs!));

/** A new step can be undone, and clears what can be redone. */
function step({ text, past }: SheetEditorContext, next: SheetText): Partial<SheetEditorContext> {
  return isSame(text, next)
    ? { leftOut: 0 }
    : { text: next, past: [...past, text].slice(-STEPS), future: [], leftOut: 0 };
}

export const sheetEditorMachine = setup({
  types: {
    context: {} as SheetEditorContext,
    events: {} as SheetEditorEvent,
    input: {} as { sheet: SavedSheet; draft: SheetDraft | null },
    tags: {} as 'busy',
  },
  actors: {
    save: fromPromise<SaveAnswer, { data: PricingRow[]; priceRatio: number; version: number }>(() =>
      Promise.reject(new Error('not provided')),
    ),
  },
  actions: {
    'the cells are written': assign(({ context, event }) => {
      if (event.type !== 'cells.written') return {};
      const { text, leftOut } = withBlock(context.text, event.at, event.block);
      return { ...step(context, text), leftOut };
    }),
    'the bound is written': assign(({ context, event }) =>
      event.type === 'bound.written' ? step(context, withBound(context.text, event.bound, event.text)) : {},
    ),
    'the band is added': assign(({ context, event }) =>
      event.type === 'band.added' ? step(context, withBand(context.text, event.axis, event.after)) : {},
    ),
    'the band is removed': assign(({ context, event }) =>
      event.type === 'band.removed' ? step(context, withoutBand(context.text, event.axis, event.index)) : {},
    ),
    'the sheet is started': assign(({ context }) => step(context, startedSheet(context.text.ratio))),
    'the step is undone': assign(({ context: { text, past, future } }) => ({
      text: past.at(-1)!,
      past: past.slice(0, -1),
      future: [...future, text],
      leftOut: 0,
    })),
    'the step is redone': assign(({ context: { text, past, future } }) => ({
      text: future.at(-1)!,
      future: future.slice(0, -1),
      past: [...past, text],
      leftOut: 0,
    })),
    'what is on record stands again': assign(({ context }) => ({
      ...step(context, textOfSaved(context.base)),
      isChecked: false,
    })),
    'what is missing is told': assign({ isChecked: true }),
    'it is on record': assign({
      base: (_, saved: SavedSheet) => saved,
      text: (_, saved: SavedSheet) => textOfSaved(saved),
      isChecked: false,
      problem: null,
      leftOut: 0,
    }),
    'the newer version is taken over': assign({ base: (_, theirs: SavedSheet) => theirs }),
    'the other sheet is noted': assign({ theirs: (_, theirs: SavedSheet) => theirs }),
    'the failure is noted': assign({ problem: (_, problem: unknown) => problem }),
    'the changes are made to the other sheet': assign(({ context }) => ({
      ...step(context, mergedSheet(context).text),
      base: context.theirs!,
      theirs: null,
    })),
    'no other sheet stands against it': assign(({ context: { theirs, base } }) => ({
      base: theirs ?? base,
      theirs: null,
    })),
    'the other sheet stands': assign(({ context }) => ({
      ...step(context, textOfSaved(context.theirs!)),
      base: context.theirs!,
      theirs: null,
      isChecked: false,
    })),
  },
  guards: {
    'something has changed': ({ context }) => isChanged(context),
    'every cell can be read': ({ context }) => Object.keys(readSheet(context.text).errors).length === 0,
    'there is a step to undo': ({ context }) => context.past.length > 0,
    'there is a step to redo': ({ context }) => context.future.length > 0,
    'the other sheet is another one': ({ context }) =>
      context.theirs !== null && !isSameSheet(context.theirs, context.base),
    'it was saved': (_, answer: SaveAnswer) => 'saved' in answer,
    // The version covers the whole carrier record, so other parts may have changed instead of the sheet.
    'the sheet itself is as it was': ({ context }, answer: SaveAnswer) =>
      'conflict' in answer && isSameSheet(answer.conflict, context.base),
  },
}).createMachine({
  id: 'sheet-editor',
  context: ({ input: { sheet, draft } }) => ({
    base: draft?.base ?? sheet,
    text: draft?.text ?? textOfSaved(sheet),
    past: [],
    future: [],
    theirs: draft && draft.base.version < sheet.version ? sheet : null,
    problem: null,
    leftOut: 0,
    isChecked: false,
  }),
  initial: 'opened',
  states: {
    opened: {
      always: [
        { target: 'conflict', guard: and(['the other sheet is another one', 'something has changed']) },
        { target: 'editing', actions: 'no other sheet stands against it' },
      ],
    },
    editing: {
      on: {
        'cells.written': { actions: 'the cells are written' },
        'bound.written': { actions: 'the bound is written' },
        'band.added': { actions: 'the band is added' },
        'band.removed': { actions: 'the band is removed' },
        'sheet.started': { actions: 'the sheet is started' },
        'step.undone': { guard: 'there is a step to undo', actions: 'the step is undone' },
        'step.redone': { guard: 'there is a step to redo', actions: 'the step is redone' },
        'changes.discarded': { guard: 'something has changed', actions: 'what is on record stands again' },
        'sheet.saved': [
          { target: 'saving', guard: and(['something has changed', 'every cell can be read']) },
          { guard: 'something has changed', actions: 'what is missing is told' },
        ],
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context: { text, base } }) => {
          const { rows, ratio } = readSheet(text);
          return { data: rows, priceRatio: ratio, version: base.version };
        },
        onDone: [
          {
            target: 'editing',
            guard: { type: 'it was saved', params: ({ event }) => event.output },
            actions: { type: 'it is on record', params: ({ event }) => (event.output as { saved: SavedSheet }).saved },
          },
          {
            target: 'saving',
            reenter: true,
            guard: { type: 'the sheet itself is as it was', params: ({ event }) => event.output },
            actions: {
              type: 'the newer version is taken over',
              params: ({ event }) => (event.output as { conflict: SavedSheet }).conflict,
            },
          },
          {
            target: 'conflict',
            actions: {
              type: 'the other sheet is noted',
              params: ({ event }) => (event.output as { conflict: SavedSheet }).conflict,
            },
          },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'the failure is noted', params: ({ event }: { event: { error: unknown } }) => event.error },
        },
      },
    },
    failed: {
      on: {
        'cells.written': { target: 'editing', actions: 'the cells are written' },
        'bound.written': { target: 'editing', actions: 'the bound is written' },
        'band.added': { target: 'editing', actions: 'the band is added' },
        'band.removed': { target: 'editing', actions: 'the band is removed' },
        'sheet.started': { target: 'editing', actions: 'the sheet is started' },
        'step.undone': { target: 'editing', guard: 'there is a step to undo', actions: 'the step is undone' },
        'step.redone': { target: 'editing', guard: 'there is a step to redo', actions: 'the step is redone' },
        'changes.discarded': { target: 'editing', actions: 'what is on record stands again' },
        'sheet.saved': 'saving',
      },
    },
    conflict: {
      on: {
        'mine.kept': { target: 'editing', actions: 'the changes are made to the other sheet' },
        'theirs.taken': { target: 'editing', actions: 'the other sheet stands' },
      },
    },
  },
});

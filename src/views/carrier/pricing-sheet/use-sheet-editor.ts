import { useActorRef, useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { fromPromise } from 'xstate';
import { isChanged, type SheetDraft, sheetEditorMachine } from '#src/machines/carrier/sheet-editor.machine.ts';
import { dropDraft, keepDraft, readDraft } from '#src/views/ui/draft-storage.ts';
import { forEditor, fromEditor, type SavedSheet, type SaveSheet } from './sheet.ts';

const SHAPE = 1;
const draftKey = (carrierId: string) => `pricing-sheet:${carrierId}`;
export const hasDraft = (carrierId: string): boolean => readDraft(draftKey(carrierId), SHAPE) !== null;

/** The editor of a sheet. Edits are kept in this browser until they are saved or discarded. */
export function useSheetEditor(carrierId: string, sheet: SavedSheet, save: SaveSheet) {
  const editor = useActorRef(
    sheetEditorMachine.provide({
      actors: {
        save: fromPromise(async ({ input }) => {
          const answer = await save(fromEditor(input), input.version);
          return 'saved' in answer ? { saved: forEditor(answer.saved) } : { conflict: forEditor(answer.conflict) };
        }),
      },
    }),
    { input: { sheet: forEditor(sheet), draft: readDraft<SheetDraft>(draftKey(carrierId), SHAPE) } },
  );
  useEffect(() => {
    const { unsubscribe } = editor.subscribe(({ context }) => {
      const { base, text } = context;
      if (isChanged(context)) keepDraft(draftKey(carrierId), SHAPE, { base, text } satisfies SheetDraft);
      else dropDraft(draftKey(carrierId));
    });
    return unsubscribe;
  }, [editor, carrierId]);
  return { editor, snapshot: useSelector(editor, (now) => now) };
}

export type SheetEditor = ReturnType<typeof useSheetEditor>['editor'];

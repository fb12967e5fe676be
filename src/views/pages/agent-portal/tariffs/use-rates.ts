import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { sheetEditorMachine } from '#src/machines/carrier/sheet-editor.machine.ts';
import type { SheetText } from '#src/machines/carrier/sheet-text.ts';

/** The grid of rates, with undo. It is published with the rest of the tariff, never saved alone. */
export function useRates(text: SheetText, onChange: (text: SheetText) => void) {
  const [base] = useState(() => ({ data: [], priceRatio: 1, version: 0 }));
  const editor = useActorRef(sheetEditorMachine, { input: { sheet: base, draft: { base, text } } });
  useEffect(() => {
    let last = text;
    const { unsubscribe } = editor.subscribe(({ context }) => {
      if (context.text === last) return;
      last = context.text;
      onChange(last);
    });
    return unsubscribe;
    // Only the initial value counts.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [editor]);
  return { editor, snapshot: useSelector(editor, (now) => now) };
}

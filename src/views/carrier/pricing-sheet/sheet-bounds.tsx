import { type Bound, type SheetText } from '#src/machines/carrier/sheet-text.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import type { SheetEditor } from './use-sheet-editor.ts';

interface SheetBoundsProps {
  text: SheetText;
  errors: Readonly<Record<string, string>>;
  editor: SheetEditor;
  mayEditRatio: boolean;
  isLocked: boolean;
}

/** The lower limits of the first bands, and the factor on every price. */
export function SheetBounds({ text, errors, editor, mayEditRatio, isLocked }: SheetBoundsProps) {
  const bounds: { bound: Bound; label: string; after?: string; help?: string; isRead?: boolean }[] = [
    { bound: 'milesFrom', label: 'Distances from', after: 'mi' },
    { bound: 'lbFrom', label: 'Weights from', after: 'lb' },
    {
      bound: 'ratio',
      label: 'Price factor',
      help: mayEditRatio ? 'Every price is multiplied by it.' : 'Set by the broker. Every price is multiplied by it.',
      isRead: !mayEditRatio,
    },
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      {bounds.map(({ bound, label, after, help, isRead = false }) => (
        <Field key={bound} id={`sheet-${bound}`} label={label} error={errors[bound]} help={help}>
          <Input
            inputMode="decimal"
            autoComplete="off"
            after={after}
            readOnly={isRead || isLocked}
            // Written on blur, so that one undo reverts one change.
            key={text[bound]}
            defaultValue={text[bound]}
            onBlur={({ currentTarget: { value } }) => {
              if (value !== text[bound]) editor.send({ type: 'bound.written', bound, text: value });
            }}
          />
        </Field>
      ))}
    </div>
  );
}

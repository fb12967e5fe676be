import { useId } from 'react';
import { Bone } from './skeleton.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { lazy, LazyBoundary } from './lazy.tsx';

/** A signature as it is sent: a drawing, or the name as it was typed. Both count the same. */
export type SignatureValue = { kind: 'drawn'; image: Blob } | { kind: 'typed'; name: string };

interface SignatureProps {
  kind: SignatureValue['kind'];
  onKind: (kind: SignatureValue['kind']) => void;
  /** Null while there is nothing that could be sent. */
  onChange: (value: SignatureValue | null) => void;
  /** What was typed so far; kept by the form, so that changing over loses nothing. */
  typed: string;
  onTyped: (text: string) => void;
  /** Of the field for the typed name, as an error summary's link needs it. */
  id?: string;
  error?: string | null;
}

// The drawing library is for those who draw.
const SignaturePad = lazy(() => import('./signature-pad.tsx'));

/** What devices have of handwriting; where they have none, it stays slanted. */
const HANDWRITING = { fontFamily: "'Snell Roundhand', 'Segoe Script', 'Dancing Script', cursive, var(--font-sans)" };

const names = { typed: 'Type', drawn: 'Draw' } as const;

export function Signature({ kind, onKind, onChange, typed, onTyped, id, error }: SignatureProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-gray-700">Your signature</legend>
      <div className="tray mb-3">
        {(['typed', 'drawn'] as const).map((one) => (
          <label key={one}>
            <input
              type="radio"
              className="sr-only"
              name={name}
              checked={kind === one}
              onChange={() => {
                onKind(one);
                onChange(one === 'typed' && typed.trim() ? { kind: 'typed', name: typed.trim() } : null);
              }}
            />
            {names[one]}
          </label>
        ))}
      </div>
      {kind === 'typed' ? (
        <Field label="Full name" id={id} error={error} help="Typing your name counts as signing by hand.">
          <Input
            autoComplete="name"
            maxLength={120}
            value={typed}
            className="h-14! text-lg! font-normal italic"
            style={HANDWRITING}
            onChange={(event) => {
              const text = event.currentTarget.value;
              onTyped(text);
              onChange(text.trim() ? { kind: 'typed', name: text.trim() } : null);
            }}
          />
        </Field>
      ) : (
        <LazyBoundary fallback={<Bone className="h-52" />}>
          <SignaturePad onChange={(image) => onChange(image && { kind: 'drawn', image })} />
        </LazyBoundary>
      )}
    </fieldset>
  );
}

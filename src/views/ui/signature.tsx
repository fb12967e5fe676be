import { useId } from 'react';
import { Bone } from './skeleton.tsx';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { lazy, LazyBoundary } from './lazy.tsx';

/** A signature as it is sent: a drawing, or the typed name. Both are equally valid. */
export type SignatureValue = { kind: 'drawn'; image: Blob } | { kind: 'typed'; name: string };

interface SignatureProps {
  kind: SignatureValue['kind'];
  onKind: (kind: SignatureValue['kind']) => void;
  /** Null while there is nothing to send. */
  onChange: (value: SignatureValue | null) => void;
  /** What was typed so far; kept by the form, so that switching loses nothing. */
  typed: string;
  onTyped: (text: string) => void;
  /** The id of the field for the typed name, for links from an error summary. */
  id?: string;
  error?: string | null;
}

// Loads the drawing library only for those who draw.
const SignaturePad = lazy(() => import('./signature-pad.tsx'));

/** Handwriting fonts of common devices; without one, the text is italic. */
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

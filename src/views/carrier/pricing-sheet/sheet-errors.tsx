import type { At, Bound, SheetText } from '#src/machines/carrier/sheet-text.ts';

interface SheetErrorsProps {
  text: SheetText;
  errors: Readonly<Record<string, string>>;
  onGo: (at: At) => void;
}

const SHOWN = 5;
const BOUND_NAMES: Readonly<Record<Bound, string>> = {
  milesFrom: 'Distances from',
  lbFrom: 'Weights from',
  ratio: 'Price factor',
};

/** The cell of an error; null if it belongs to a field above the table. */
const cellOf = (key: string): At | null => {
  const [row, column] = key.split(':').map(Number);
  return column === undefined ? null : { row: row!, column };
};

/** Focuses what an error is about. */
export function goToError(key: string, onGo: (at: At) => void): void {
  const cell = cellOf(key);
  if (cell) onGo(cell);
  else document.getElementById(`sheet-${key}`)?.focus();
}

function nameOf(key: string, { milesTo, lbTo }: SheetText): string {
  const at = cellOf(key);
  if (!at) return BOUND_NAMES[key as Bound];
  if (at.row === 0) return `Weight band ${(at.column + 1) / 2}`;
  if (at.column === 0) return `Distance band ${at.row}`;
  const weight = Math.ceil(at.column / 2);
  return `To ${milesTo[at.row - 1] || '…'} mi and ${lbTo[weight - 1] || '…'} lb`;
}

/** An error with where it is. */
export const namedError = (key: string, message: string, text: SheetText): string => `${nameOf(key, text)}: ${message}`;

/** What is wrong in the sheet, each with a link. */
export function SheetErrors({ text, errors, onGo }: SheetErrorsProps) {
  const wrong = Object.entries(errors);
  if (wrong.length === 0) return null;
  return (
    <div className="rounded-lg border border-gray-200 px-4 py-3">
      <p className="font-medium text-red-700">{wrong.length === 1 ? 'Fix 1 field' : `Fix ${wrong.length} fields`}</p>
      <ul className="mt-1 space-y-1">
        {wrong.slice(0, SHOWN).map(([key, message]) => (
          <li key={key}>
            <button type="button" className="link text-left" onClick={() => goToError(key, onGo)}>
              {nameOf(key, text)}
            </button>
            : {message}
          </li>
        ))}
        {wrong.length > SHOWN && (
          <li className="text-gray-600">And {wrong.length - SHOWN} more, marked in the table.</li>
        )}
      </ul>
    </div>
  );
}

import type { At, SheetText } from '#src/machines/carrier/sheet-text.ts';

interface SheetErrorsProps {
  text: SheetText;
  errors: Readonly<Record<string, string>>;
  onGo: (at: At) => void;
}

const SHOWN = 5;

function nameOf(key: string, { milesTo, lbTo }: SheetText): string {
  const [row, column] = key.split(':').map(Number) as [number, number];
  if (row === 0) return `Weight band ${(column + 1) / 2}`;
  if (column === 0) return `Distance band ${row}`;
  const weight = Math.ceil(column / 2);
  return `To ${milesTo[row - 1] || '…'} mi and ${lbTo[weight - 1] || '…'} lb`;
}

/** The cells with errors, each with a link. */
export function SheetErrors({ text, errors, onGo }: SheetErrorsProps) {
  const wrong = Object.entries(errors).filter(([key]) => key.includes(':'));
  if (wrong.length === 0) return null;
  return (
    <div className="rounded-lg border border-gray-200 px-4 py-3">
      <p className="font-medium text-red-700">
        {wrong.length === 1 ? 'One cell needs a change' : `${wrong.length} cells need a change`}
      </p>
      <ul className="mt-1 space-y-1">
        {wrong.slice(0, SHOWN).map(([key, message]) => (
          <li key={key}>
            <button
              type="button"
              className="link text-left"
              onClick={() => onGo({ row: Number(key.split(':')[0]), column: Number(key.split(':')[1]) })}
            >
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

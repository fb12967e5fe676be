import { XMarkIcon } from '@heroicons/react/24/outline';

interface ChosenChipsProps {
  /** What they are: "Chosen cities". */
  label: string;
  chips: readonly { id: string; label: string }[];
  onRemove: (id: string) => void;
}

/** The selected items, each of which can be removed. */
export function ChosenChips({ label, chips, onRemove }: ChosenChipsProps) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {chips.map(({ id, label: name }) => (
        <li
          key={id}
          className="flex h-7 items-center rounded-full border border-primary-200 bg-primary-50 pl-2.5 text-primary-800 pointer-coarse:h-10"
        >
          {name}
          <button
            type="button"
            aria-label={`Remove ${name}`}
            className="grid h-full place-items-center rounded-r-full pr-2 pl-1 hover:text-primary-600"
            onClick={() => onRemove(id)}
          >
            <XMarkIcon className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}

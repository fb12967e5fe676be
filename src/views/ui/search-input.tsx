import { XMarkIcon } from '@heroicons/react/24/outline';
import type { ComponentProps } from 'react';
import { Input } from './input.tsx';

interface SearchInputProps extends Omit<ComponentProps<typeof Input>, 'type' | 'after' | 'value' | 'onChange'> {
  value: string;
  onChange: (text: string) => void;
}

/** A search field with a clear button: browsers have different ones, or none. */
export function SearchInput({ value, onChange, ...rest }: SearchInputProps) {
  return (
    <Input
      {...rest}
      type="search"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      // Always passed, so that the input is not remounted when the button appears.
      after={
        value ? (
          <button
            type="button"
            aria-label="Clear search"
            className="-mr-1.5 grid size-6 place-items-center rounded-sm hover:text-gray-900 pointer-coarse:size-9"
            onClick={(event) => {
              event.currentTarget.closest('.control')?.querySelector('input')?.focus();
              onChange('');
            }}
          >
            <XMarkIcon className="size-4" />
          </button>
        ) : null
      }
    />
  );
}

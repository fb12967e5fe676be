import { type ComponentProps, useState } from 'react';
import { useField } from './field.tsx';

/** A password that can be revealed, with a warning when Caps Lock is on. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const field = useField();
  const [shown, setShown] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  return (
    <>
      <div className="control pr-1">
        <input
          {...field}
          {...props}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onKeyUp={(event) => setCapsLock(event.getModifierState('CapsLock'))}
          onBlur={() => setCapsLock(false)}
        />
        <button
          type="button"
          className="rounded-sm px-2 py-1 text-sm font-medium text-gray-600 hover:text-gray-900"
          aria-label={shown ? 'Hide password' : 'Show password'}
          aria-controls={field.id}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </button>
      </div>
      <p role="status" className="text-gray-600 not-empty:mt-1.5">
        {capsLock && 'Caps Lock is on.'}
      </p>
    </>
  );
}

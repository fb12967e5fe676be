import { useEffect } from 'react';
import type { RefObject } from 'react';

/**
 * Keeps a form from being sent while one of its fields contains a text that the field cannot read: the form has no value
 * for it, and would be saved without one. The first such field, which has `data-misread`, gets the focus and an
 * `invalid` event instead.
 */
export function useMisread(input: RefObject<HTMLInputElement | null>, isMisread: boolean): void {
  useEffect(() => {
    const form = input.current?.form;
    if (!isMisread || !form) return;
    // Before the form's own handler. One listener per field: another field may still be misread once this one is not.
    const hold = (event: SubmitEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      const first = form.querySelector<HTMLElement>('[data-misread]');
      first?.focus();
      first?.dispatchEvent(new Event('invalid'));
    };
    form.addEventListener('submit', hold, { capture: true });
    return () => form.removeEventListener('submit', hold, { capture: true });
  }, [input, isMisread]);
}

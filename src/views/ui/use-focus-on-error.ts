import { useEffect } from 'react';

/**
 * For a form with a single field, which needs no summary: a failed attempt focuses the field. `error` is of this
 * attempt.
 */
export function useFocusOnError(id: string, attempt: number, error: string | undefined): void {
  useEffect(() => {
    if (error) document.getElementById(id)?.focus();
  }, [id, attempt, error]);
}

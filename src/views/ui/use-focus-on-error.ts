import { useEffect } from 'react';

/** For a form of one field, which needs no summary: a try that failed ends in the field. `error` is of this try. */
export function useFocusOnError(id: string, attempt: number, error: string | undefined): void {
  useEffect(() => {
    if (error) document.getElementById(id)?.focus();
  }, [id, attempt, error]);
}

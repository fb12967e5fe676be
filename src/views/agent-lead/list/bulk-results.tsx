import { CheckCircleIcon, ExclamationCircleIcon } from '@heroicons/react/24/outline';
import { problemOf } from '#src/views/ui/problem.ts';
import { Spinner } from '#src/views/ui/spinner.tsx';
import { refusalOf } from '../moves/use-move.ts';

/** `isFinal`: trying again cannot help, because the lead as it is now does not allow it. */
export type Result = 'busy' | 'done' | { problem: string; isFinal: boolean };

/** A conflict can be tried again with the lead as it is now, and so can what may not have reached the server. */
export function failureOf(error: unknown): Result {
  const { kind } = refusalOf(error) as { kind?: string };
  const { status, detail } = problemOf(error);
  return {
    problem: detail ?? 'No response from the server.',
    // Whoever was signed out meanwhile signs in again.
    isFinal: status !== 401 && (kind === 'refused' || kind === 'invalid'),
  };
}

export const mayTryAgain = (result: Result | undefined): boolean => typeof result === 'object' && !result.isFinal;

interface BulkResultsProps {
  leads: readonly { id: string; reference: string; client: { name: string } }[];
  results: Readonly<Record<string, Result>>;
  /** The label of a finished lead. */
  done: string;
}

/** The result for each of many leads, updated while the action runs. */
export function BulkResults({ leads, results, done }: BulkResultsProps) {
  return (
    <ul className="divide-y divide-gray-100" aria-live="polite">
      {leads.map(({ id, client: { name }, reference }) => {
        const result = results[id] ?? 'busy';
        return (
          <li key={id} className="flex items-start gap-2 py-2">
            <span className="mt-0.5">
              {result === 'busy' ? (
                <Spinner />
              ) : result === 'done' ? (
                <CheckCircleIcon className="size-4 text-primary-600" />
              ) : (
                <ExclamationCircleIcon className="size-4 text-red-600" />
              )}
            </span>
            <span className="min-w-0 flex-1">
              {name} <span className="text-gray-500">{reference}</span>
              {typeof result === 'object' && <span className="block text-red-600">{result.problem}</span>}
            </span>
            <span className="text-gray-500">
              {result === 'done' ? done : result === 'busy' ? 'Waiting' : 'Not done'}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

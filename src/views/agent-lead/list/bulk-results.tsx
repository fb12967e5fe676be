import { CheckCircleIcon, ExclamationCircleIcon } from '@heroicons/react/24/outline';
import { Spinner } from '#src/views/ui/spinner.tsx';

export type Result = 'busy' | 'done' | { problem: string };

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

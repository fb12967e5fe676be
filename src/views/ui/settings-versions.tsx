import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import type { ReactNode } from 'react';
import { FailedState } from './failed-state.tsx';
import { useLive } from './live-context.ts';
import { Loading, TextBones } from './skeleton.tsx';

interface SettingsVersionsProps<Answer, Variables extends OperationVariables> {
  document: TypedDocumentNode<Answer, Variables>;
  variables?: Variables;
  children: (answer: Answer) => ReactNode;
}

/** A history of settings, loaded again whenever settings change. */
export function SettingsVersions<Answer, Variables extends OperationVariables>({
  document,
  variables,
  children,
}: SettingsVersionsProps<Answer, Variables>) {
  const options = { variables, fetchPolicy: 'cache-and-network' } as useQuery.Options<Answer, Variables>;
  const { data, error, refetch } = useQuery(document, options);
  const readAgain = () => void refetch().catch(() => {});
  useLive('settings', readAgain);
  if (data) return children(data as Answer);
  if (error) return <FailedState title="The history could not be loaded" onRetry={readAgain} />;
  return (
    <Loading label="Loading the history…">
      <TextBones lines={3} />
    </Loading>
  );
}

interface ChangedValuesProps<Value> {
  changes: readonly { field: string; before: Value; after: Value }[];
  nameOf: (field: string) => string;
  show: (value: Value, field: string) => string;
}

/** The change of each field: its previous value, struck through, and the new one. */
export function ChangedValues<Value>({ changes, nameOf, show }: ChangedValuesProps<Value>) {
  if (changes.length === 0) return null;
  return (
    <ul className="mt-1 space-y-1 text-gray-700">
      {changes.map(({ field, before, after }) => (
        <li key={field} className="wrap-anywhere">
          {nameOf(field)}: <s className="text-gray-500">{show(before, field)}</s> <span aria-hidden>→</span>
          <span className="sr-only">is now</span> {show(after, field)}
        </li>
      ))}
    </ul>
  );
}

import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { ReactNode } from 'react';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { LegalLayout } from '#src/views/ui/legal-layout.tsx';
import { Bone, Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useLink } from '#src/views/ui/use-link.ts';
import { DeadLink } from './dead-link.tsx';

interface LinkPageProps<Data> {
  document: TypedDocumentNode<Data, { token: string }>;
  token: string;
  /** What the link is for: "estimate". */
  noun: string;
  /** For a dead link: how to get a new one, if possible. */
  again?: ReactNode;
  /** For a dead link: whom to contact, if that is not the brokerage. */
  talk?: ReactNode;
  children: (data: Data, reload: () => void) => ReactNode;
}

/** A page behind a client's link: handles loading, a dead link, and a failure to load. */
export function LinkPage<Data>({ document, token, noun, again, talk, children }: LinkPageProps<Data>) {
  const { state, reload } = useLink(document, token);
  if (state.is === 'there') return children(state.data, reload);
  if (state.is === 'dead') return <DeadLink noun={noun} detail={state.detail} again={again} talk={talk} />;
  return (
    <LegalLayout brokerage={null}>
      {state.is === 'loading' && (
        <Loading>
          <Bone className="mb-6 h-8" />
          <div className="rounded-lg border border-gray-200 bg-white p-4 sm:p-8">
            <TextBones lines={9} />
          </div>
        </Loading>
      )}
      {state.is === 'failed' && (
        <FailedState title={`The ${noun} could not be loaded`} onRetry={reload}>
          {state.why}
        </FailedState>
      )}
    </LegalLayout>
  );
}

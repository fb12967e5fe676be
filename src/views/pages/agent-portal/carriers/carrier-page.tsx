import { useApolloClient, useQuery } from '@apollo/client/react';
import {
  AgentCarrierDocument,
  type AgentCarrierQuery,
  type CarrierSheetFragment,
} from '#src/generated/graphql/graphql.ts';
import { AuthorityRecord } from '#src/views/carrier/authority-record.tsx';
import { CarrierDocuments } from '#src/views/carrier/carrier-documents.tsx';
import { CarrierNotes } from '#src/views/carrier/carrier-notes.tsx';
import { CarrierProfileCard } from '#src/views/carrier/carrier-profile-card.tsx';
import { AgentRegisterCard } from '#src/views/carrier/register/agent-register-card.tsx';
import { CarrierRecord } from '#src/views/carrier/carrier-record.tsx';
import { UsdotConflict } from '#src/views/carrier/usdot-conflict.tsx';
import { ComplianceChecklist } from '#src/views/carrier/compliance/compliance-checklist.tsx';
import { hrefs } from '#src/views/hrefs.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { NoAccess } from '#src/views/ui/no-access.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { Bone, Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import type { ScreenProps } from '../screen.ts';
import { CarrierHeader } from './carrier-header.tsx';
import { CarrierJobs } from './carrier-jobs.tsx';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import { MailStopNote } from '../mail-stop-note.tsx';

const CarrierSheet = lazy(() => import('#src/views/carrier/carrier-sheet.tsx'));

/** The carrier from the page's single query, with the fragments of all its panels. */
export type PageCarrier = AgentCarrierQuery['agentCarrier'];

/** One carrier: whether it may work for us, its papers, its rates, its jobs, and agents' notes about it. */
export default function CarrierPage({ params }: ScreenProps) {
  const id = params.id!;
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(AgentCarrierDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  });
  const again = () => refetch().catch(() => {});
  useLive('carrier', () => void again(), id);
  const carrier = data?.agentCarrier;
  useTitle(carrier?.legalName ?? 'Carrier');

  async function readAgain(): Promise<CarrierSheetFragment> {
    const { data: now } = await client.query({
      query: AgentCarrierDocument,
      variables: { id },
      fetchPolicy: 'network-only',
    });
    if (!now) throw new Error('the carrier was not answered');
    return now.agentCarrier;
  }

  if (!carrier && error) {
    const { status } = problemOf(error);
    if (status === 404 || status === 400) {
      return (
        <NoAccess
          title="Carrier not found"
          action={<LinkButton href={hrefs.agent.carriers()}>Go to carriers</LinkButton>}
        >
          The link may be outdated or mistyped.
        </NoAccess>
      );
    }
    return <FailedState title="The carrier could not be loaded" onRetry={() => void again()} />;
  }
  if (!carrier) return <CarrierPageSkeleton />;
  return (
    <>
      <CarrierHeader carrier={carrier} onStale={again} />
      <UsdotConflict carrier={carrier} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0 space-y-4">
          <Card title="Compliance" flush>
            <ComplianceChecklist compliance={carrier.compliance} flush />
          </Card>
          <AgentRegisterCard carrierId={id} />
          <AuthorityRecord carrier={carrier} />
          <CarrierDocuments carrier={carrier} />
          <CarrierJobs carrierId={id} count={carrier.jobsDone + carrier.jobsOpen} />
        </div>
        <div className="min-w-0 space-y-4">
          <CarrierProfileCard carrier={carrier} emailNote={<MailStopNote email={carrier.email} />} />
          <CarrierRecord carrier={carrier} />
          <CarrierNotes carrier={carrier} />
        </div>
      </div>
      <Card title="Pricing sheet" className="mt-4">
        <LazyBoundary
          fallback={
            <Loading label="Loading the pricing sheet…">
              <TextBones lines={6} />
            </Loading>
          }
        >
          <CarrierSheet key={id} carrier={carrier} readAgain={readAgain} />
        </LazyBoundary>
      </Card>
    </>
  );
}

/** The page's final layout, before its data. */
function CarrierPageSkeleton() {
  return (
    <Loading label="Loading the carrier…">
      <div className="mb-6 space-y-3">
        <Bone className="h-3.5 w-24" />
        <Bone className="h-6 w-64" />
        <Bone className="h-3.5 w-80 max-w-full" />
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {[8, 9, 6, 8].map((lines, index) => (
          <div key={index} className="rounded-lg border border-gray-200 p-4">
            <TextBones lines={lines} />
          </div>
        ))}
      </div>
    </Loading>
  );
}

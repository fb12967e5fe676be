import { useQuery } from '@apollo/client/react';
import { useActorRef } from '@xstate/react';
import { TruckIcon } from '@heroicons/react/24/outline';
import { type LoadBiddingFragment, LoadDocument, type OwnJobOnLoadFragment } from '#src/generated/graphql/graphql.ts';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { lightboxMachine } from '#src/machines/lightbox/lightbox.machine.ts';
import type { BoardTab } from '#src/machines/session/routes.ts';
import { usePortalBrokerage } from '#src/views/brokerage/use-portal-brokerage.ts';
import { OwnBid } from '#src/views/bid/own-bid.tsx';
import { UnsentBid } from '#src/views/bid/unsent-bid.tsx';
import { BoardShut } from '#src/views/carrier/board-shut.tsx';
import { JobPart } from '#src/views/carrier/job-part.tsx';
import { LanePrice } from '#src/views/carrier/lane-price.tsx';
import { LoadFacts, LoadStops, Part } from '#src/views/carrier/load-facts.tsx';
import { LoadFiles } from '#src/views/carrier/load-files.tsx';
import { LoadInventory } from '#src/views/carrier/load-inventory.tsx';
import { type LoadDetails, type LoadRow, routeText, summaryOf } from '#src/views/carrier/load-names.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { MessagesPanel } from '#src/views/job-message/messages-panel.tsx';
import { ClientSignature } from '#src/views/job/client-signature.tsx';
import { OwnJob } from '#src/views/job/own-job.tsx';
import { OwnPapers } from '#src/views/job/own-papers.tsx';
import { useCutOff } from '#src/views/offline/as-of.ts';
import { useAgeNote } from '#src/views/offline/use-kept-answers.ts';
import { useUser } from '#src/views/session/session-context.ts';
import { Lightbox } from '#src/views/lightbox/lightbox.tsx';
import { LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Contact } from '#src/views/ui/contact.tsx';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import { Sheet } from '#src/views/ui/sheet.tsx';
import { Bone, Loading, TextBones } from '#src/views/ui/skeleton.tsx';

const RouteMap = lazy(() => import('#src/views/ui/route-map.tsx'));
const OwnMessages = lazy(() => import('#src/views/job-message/own-messages.tsx'));

interface LoadSheetProps {
  id: string;
  tab: BoardTab;
  onClose: () => void;
}

/** One load beside the list: everything the carrier may see of it, and its own bid or job. */
export default function LoadSheet({ id, tab, onClose }: LoadSheetProps) {
  const { data, error, refetch } = useQuery(LoadDocument, { variables: { id } });
  const again = () => void refetch().catch(() => {});
  useLive('load', again, id);
  // Whether it may be bid on depends on the carrier's compliance.
  useLive('carrier', again);
  const isGone = error !== undefined && [400, 404, 410, 422].includes(problemOf(error).status ?? 0);
  const refusal = error && problemOf(error).status === 403 ? problemOf(error).detail : null;
  const load = isGone || refusal ? undefined : data?.load;
  const age = useAgeNote();
  return (
    <Sheet open hasAddress onClose={onClose} title={load ? routeText(load) : isGone || refusal ? 'Load' : 'Loading…'}>
      {/* On a phone the sheet covers the page, which shows it elsewhere. */}
      {age && <p className="-mx-4 -mt-4 mb-4 bg-amber-50 px-4 py-1.5 text-center text-amber-900 sm:hidden">{age}</p>}
      {isGone && <UnsentBid loadId={id} title="The load left the board before you sent your bid" />}
      {isGone && <Gone tab={tab} />}
      {isGone && (
        <LazyBoundary>
          <OwnMessages leadId={id} isPast />
        </LazyBoundary>
      )}
      {refusal && <UnsentBid loadId={id} title="Your bid wasn’t sent" />}
      {refusal && <BoardShut title="You can’t view this load yet" reason={refusal} />}
      {error && !isGone && !refusal && !load && (
        <FailedState title="The load could not be loaded" onRetry={again}>
          Check your connection, then try again.
        </FailedState>
      )}
      {!error && !load && (
        <Loading label="Loading the load…">
          <TextBones lines={12} />
        </Loading>
      )}
      {load && <Load load={load} onStale={again} />}
    </Sheet>
  );
}

type SheetLoad = LoadRow & LoadDetails & LoadBiddingFragment & OwnJobOnLoadFragment;

function Load({ load, onStale }: { load: SheetLoad; onStale: () => void }) {
  const user = useUser();
  const isCutOff = useCutOff();
  // Of a load that is gone, only the carrier's own bid and the route remain.
  const isLeft = load.tab === null;
  const lightbox = useActorRef(lightboxMachine);
  const pictures = load.attachments.flatMap(({ name, url, previewUrl }) =>
    previewUrl ? [{ name, url, thumbnailUrl: previewUrl }] : [],
  );
  return (
    <div className="space-y-5 pb-4">
      <div>
        <p className="text-base">{summaryOf(load)}</p>
        <p className="text-gray-600">
          {load.reference}
          {isLeft ? (
            ', no longer on the board'
          ) : (
            <>
              , {load.award ? 'awarded' : 'posted'} <RelativeTime instant={load.award?.awardedAt ?? load.postedAt} />
              {load.distanceFromBase !== null && `, ${showWhole(load.distanceFromBase)} mi from your base`}
            </>
          )}
        </p>
      </div>
      {load.invitedAt && !load.bid && !load.award && (
        <Callout color="blue" title="The broker invited you to bid on this load" />
      )}
      {load.job && <SignedJob load={load} onStale={onStale} />}
      {load.tab === 'available' && <LanePrice leadId={load.id} />}
      {!load.job && (load.award ? <JobPart load={load} /> : <OwnBid load={load} onStale={onStale} />)}
      {load.client && (
        <Part title="Client">
          <Contact person={load.client} />
        </Part>
      )}
      {!isLeft && (
        <Part title="Stops">
          <div className="mb-4">
            <LazyBoundary fallback={<Bone className="aspect-[8/5] w-full" />}>
              <RouteMap stops={load.stops} />
            </LazyBoundary>
          </div>
          <LoadStops stops={load.stops} />
          {!load.client && (
            <p className="mt-3 text-xs text-gray-500">
              Streets and the client’s contact are shown to the carrier that signs the job.
            </p>
          )}
        </Part>
      )}
      {load.job && (
        <>
          <Part title="Messages with the broker">
            <MessagesPanel unread={load.job.unreadMessages} verb="Open messages">
              <OwnMessages leadId={load.id} />
            </MessagesPanel>
          </Part>
          <Part title="Papers and photos">
            <OwnPapers
              missingPapers={load.pay?.missingPapers ?? []}
              leadId={load.id}
              reference={load.reference}
              job={load.job}
              personId={user.id}
              isCutOff={isCutOff}
              onChanged={onStale}
            />
          </Part>
          <Part title="Pay and agreement">
            <JobPart load={load} />
          </Part>
        </>
      )}
      <Part title="The load">
        <LoadFacts load={load} details={load} />
      </Part>
      {!isLeft && (
        <Part title="Items">
          <LoadInventory items={load.inventory} />
        </Part>
      )}
      {load.attachments.length > 0 && (
        <Part title="Pictures and files">
          <LoadFiles
            loadId={load.id}
            files={load.attachments}
            onLook={(index) => lightbox.send({ type: 'lightbox.opened', index, count: pictures.length })}
          />
        </Part>
      )}
      {isLeft && (
        <LazyBoundary>
          <OwnMessages leadId={load.id} isPast />
        </LazyBoundary>
      )}
      <Lightbox actor={lightbox} pictures={pictures} />
    </div>
  );
}

/** After signing: what comes next, and whom to call. */
function SignedJob({ load, onStale }: { load: SheetLoad; onStale: () => void }) {
  const { brokerage } = usePortalBrokerage();
  return (
    <Part title="Your job">
      <div className="space-y-3">
        <OwnJob
          load={load}
          agreedOn={load.award?.startDate ?? load.moveDate}
          brokerPhone={brokerage?.phone ?? null}
          onStale={onStale}
        />
        <ClientSignature load={load} client={load.client?.name ?? ''} onChanged={onStale} />
      </div>
    </Part>
  );
}

/** An email may be older than the board. */
function Gone({ tab }: { tab: BoardTab }) {
  return (
    <EmptyState
      icon={<TruckIcon />}
      title="This load is no longer on the board"
      action={<LinkButton href={hrefs.board.leads(tab)}>See the other loads</LinkButton>}
    >
      It went to another carrier or was removed. Your own jobs are under “Open jobs”.
    </EmptyState>
  );
}

import { useRef, useState } from 'react';
import type { LeadHistoryFragment, LeadMailsFragment, LeadNotesFragment } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { AGENT_LEAD_EVENTS } from '#src/machines/agent-lead/agent-lead.moves.ts';
import type { AgentLeadEventType } from '#src/machines/agent-lead/agent-lead.types.ts';
import { MODEL_CHANGED } from '#src/machines/replay.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { placeName } from '../lead-names.ts';
import { MailEntry } from '../mails/mail-entry.tsx';
import { NoteEntry } from '../notes/note-entry.tsx';
import type { LeadNote } from '../notes/note-names.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

// Loads the layout engine only for those who open the diagram.
const LeadDiagram = lazy(() => import('./lead-diagram.tsx'));
const NoteForm = lazy(() => import('../notes/note-form.tsx'));

type Entry = LeadHistoryFragment['history'][number];

/** The event in words, even if no lifecycle has it (any more). */
function past({ event, modelVersion, payload }: Entry): string {
  const { merged } = payload as { merged?: unknown };
  if (typeof merged === 'string') return `merged ${merged} into this lead`;
  if (event === 'lead.created') return 'created the lead';
  if (event === 'lead.edited') return edited(payload as Record<string, unknown>);
  if (event === MODEL_CHANGED) return `moved the lead to version ${modelVersion} of the workflow`;
  return AGENT_LEAD_EVENTS[event as AgentLeadEventType]?.past ?? event.replace(/[.-]/g, ' ');
}

/** Writes to a lead beyond its own details are also edits; the payload tells them apart. */
function edited({
  estimate,
  payout,
  added,
  deleted,
  attachment,
  refund,
  corrected,
  countered,
  handed_over: handedOver,
}: Record<string, unknown>) {
  if (typeof estimate === 'number') return 'saved an estimate';
  if (typeof payout === 'string') return 'recorded a payout';
  if (Array.isArray(added)) return 'added files';
  if (typeof deleted === 'string') return 'deleted a file';
  if (typeof attachment === 'string') return 'changed a file';
  if (isHandedOver(handedOver)) return 'reassigned the lead';
  if (typeof countered === 'string') return `made ${countered} a counter-offer`;
  if (refund === true) return 'recorded a refund';
  if (typeof corrected === 'string') return 'corrected a payment';
  return AGENT_LEAD_EVENTS['lead.edited'].past;
}

const isHandedOver = (told: unknown): told is { from: string; to: string } => typeof told === 'object' && told !== null;

interface Overridden {
  description: string;
  tariff: number;
  now: number | null;
  reason: string;
}
/** An agent's override of the tariff's price: "Line haul $900.00 instead of $1,488.00, “a friend”". */
const overrideText = ({ description, tariff, now, reason }: Overridden): string =>
  `${description} ${now === null ? 'left out, was' : `${showMoney(now)} instead of`} ${showMoney(tariff)}, “${reason}”`;

/** The relevant part of a payload, in words. */
function detailOf({ payload, actorCompany }: Entry): string | null {
  const told = payload as Record<string, unknown>;
  const parts = [
    actorCompany,
    typeof told.payout === 'string' && `paid the ${told.payout}`,
    typeof told.estimate === 'number' && `estimate ${told.estimate}`,
    typeof told.total === 'number' && showMoney(told.total),
    typeof told.amount === 'number' && showMoney(told.amount),
    typeof told.date === 'string' && showDate(told.date),
    told.endedBy === 'carrier' && 'the carrier ended it',
    told.endedBy === 'plans' && 'plans changed',
    typeof told.reason === 'string' && told.reason && `“${told.reason}”`,
    typeof told.question === 'string' && `“${told.question}”`,
    ...(Array.isArray(told.overrides) ? (told.overrides as Overridden[]).map(overrideText) : []),
    Array.isArray(told.added) && told.added.join(', '),
    typeof told.deleted === 'string' && `deleted ${told.deleted}`,
    isHandedOver(told.handed_over) && `handed over from ${told.handed_over.from} to ${told.handed_over.to}`,
    typeof told.method === 'string' && told.method,
    told.confirmed_same_client === true && 'confirmed as the same client',
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : null;
}

const placeOf = ({ toState, toStage, isArchived }: Entry) => placeName({ state: toState, stage: toStage, isArchived });
const hasMoved = (entry: Entry) => entry.fromState !== entry.toState || entry.fromStage !== entry.toStage;

/** An event of something related to the lead, such as its job. */
export interface Activity {
  key: string;
  actorName: string;
  past: string;
  /** The resulting state. */
  to?: string | null;
  at: string;
  detail: string;
  hasMoved: boolean;
}

const activityOf = (entry: Entry): Activity => ({
  key: String(entry.sequence),
  actorName: entry.actorName,
  past: past(entry),
  to: hasMoved(entry) && entry.fromState ? placeOf(entry) : null,
  at: entry.at,
  detail: detailOf(entry) ?? '',
  hasMoved: hasMoved(entry),
});

interface HistoryCardProps {
  lead: LeadHistoryFragment & LeadNotesFragment & LeadMailsFragment;
  /** The person viewing it. */
  readerId: string;
  /** Why no note can be added; null if one can. */
  offBecause: string | null;
  onLogCall: () => void;
  /** Null if the client has no email address. */
  onEmail: (() => void) | null;
  /** Events besides those of the lead itself. */
  besides?: readonly Activity[];
}

const SHOWN_AT_FIRST = 12;

/**
 * The lead's events, notes, and emails to the client, newest first and pinned ones on top; and the diagram of the
 * lifecycle with this lead's path.
 */
export function HistoryCard({ lead, readerId, offBecause, onLogCall, onEmail, besides = [] }: HistoryCardProps) {
  const [isDrawn, setDrawn] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const addNote = useRef<HTMLButtonElement>(null);
  const [all, setAll] = useState(false);
  const isPinned = (note: LeadNote) => note.isPinned && !note.deletedAt;
  const pinned = lead.leadNotes.filter(isPinned).toReversed();
  const noteOf = (note: LeadNote) => (
    <NoteEntry key={note.id} leadId={lead.id} note={note} readerId={readerId} offBecause={offBecause} />
  );
  const entries = [
    ...[...lead.history.map(activityOf), ...besides].map((entry) => ({
      at: entry.at,
      key: entry.key,
      shown: <Event entry={entry} />,
    })),
    ...lead.leadMails.map((mail) => ({ at: mail.createdAt, key: mail.id, shown: <MailEntry mail={mail} /> })),
    ...lead.leadNotes
      .filter((note) => !isPinned(note))
      .map((note) => ({
        at: note.createdAt,
        key: note.id,
        shown: note.deletedAt ? <Deleted note={note} at={note.deletedAt} /> : noteOf(note),
      })),
  ].toSorted(
    (one, other) => other.at.localeCompare(one.at) || other.key.localeCompare(one.key, 'en', { numeric: true }),
  );
  const shown = all ? entries : entries.slice(0, SHOWN_AT_FIRST);
  return (
    <Card
      title="Activity"
      flush
      actions={
        !offBecause && (
          <>
            <Button ref={addNote} size="sm" onClick={() => setWriting(true)}>
              Add note
            </Button>
            <Button size="sm" onClick={onLogCall}>
              Log call
            </Button>
            {onEmail && (
              <Button size="sm" onClick={onEmail}>
                Email client
              </Button>
            )}
          </>
        )
      }
    >
      {isWriting && (
        <div className="border-b border-gray-100 p-4">
          <LazyBoundary>
            <NoteForm
              leadId={lead.id}
              onClose={() => {
                setWriting(false);
                addNote.current?.focus({ preventScroll: true });
              }}
            />
          </LazyBoundary>
        </div>
      )}
      {pinned.length > 0 && (
        <ul aria-label="Pinned" className="space-y-3 border-b border-gray-100 bg-amber-50 p-4">
          {pinned.map((note) => (
            <li key={note.id}>{noteOf(note)}</li>
          ))}
        </ul>
      )}
      <div className="p-4">
        <ol aria-label="Activity" className="space-y-3">
          {shown.map(({ key, shown: row }) => (
            <li key={key}>{row}</li>
          ))}
        </ol>
        <div className="mt-3 flex flex-wrap gap-2">
          {entries.length > shown.length && (
            <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
              Show all {entries.length} entries
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={() => setDrawn(true)}>
            Show the workflow
          </Button>
        </div>
      </div>
      {isDrawn && (
        <Dialog open onClose={() => setDrawn(false)} title="This lead’s path through the workflow" size="lg">
          <LazyBoundary
            fallback={
              <Loading label="Drawing the workflow…">
                <TextBones lines={6} />
              </Loading>
            }
          >
            <LeadDiagram history={lead.history} />
          </LazyBoundary>
        </Dialog>
      )}
    </Card>
  );
}

function Event({ entry: { actorName, past, to, at, detail, hasMoved } }: { entry: Activity }) {
  return (
    <div className="flex gap-3">
      <span
        className={`mt-1.5 size-2 shrink-0 rounded-full ${hasMoved ? 'bg-primary-600' : 'bg-gray-300'}`}
        aria-hidden
      />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <span className="font-medium">{actorName}</span> {past}
          {to && <span className="text-gray-500"> → {to}</span>}
        </p>
        <p className="text-gray-500 wrap-anywhere">
          <RelativeTime instant={at} />
          {detail && ` · ${detail}`}
        </p>
      </div>
    </div>
  );
}

/** That the note existed is shown; its text is not. */
function Deleted({ note, at }: { note: LeadNote; at: string }) {
  return (
    <div className="flex gap-3">
      <span className="mt-1.5 size-2 shrink-0 rounded-full bg-gray-300" aria-hidden />
      <p className="min-w-0 flex-1 text-gray-500 wrap-anywhere">
        {note.deletedBy} deleted a {note.kind} of theirs · <RelativeTime instant={at} />
      </p>
    </div>
  );
}

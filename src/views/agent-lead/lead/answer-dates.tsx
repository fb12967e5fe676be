import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { LeadRescheduleDocument } from '#src/generated/graphql/graphql.ts';
import { onlyIf } from '#src/machines/phrases.ts';
import { Button } from '#src/views/ui/button.tsx';
import { showDateRange } from '#src/views/ui/dates.ts';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { Facts } from '#src/views/ui/facts.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { AnswerDialog } from './answer-dialog.tsx';

interface AnswerDatesProps {
  lead: {
    id: string;
    moveDate: string | null;
    moveDateLast: string | null;
    client: { name: string; email: string | null };
  };
  onClose: () => void;
  onDone: () => void;
}

/**
 * The dates a client requests beside the planned ones, with the answers that the lifecycle allows, wherever a lead is
 * listed.
 */
export default function AnswerDates({ lead, onClose, onDone }: AnswerDatesProps) {
  const variables = { leadId: lead.id };
  const { data, error, refetch } = useQuery(LeadRescheduleDocument, { variables, fetchPolicy: 'network-only' });
  const again = () => void refetch().catch(() => {});
  useLive('agent-lead', again, lead.id);
  const [answering, setAnswering] = useState<boolean | null>(null);
  const request = data?.leadReschedule;
  const days = request?.firstDay ? showDateRange(request.firstDay, request.lastDay ?? request.firstDay) : '';
  if (request && answering !== null)
    return (
      <AnswerDialog
        lead={lead}
        days={days}
        accepts={answering}
        version={request.version}
        onClose={onClose}
        onDone={onDone}
      />
    );
  const action = (event: string) => request?.actions.find((one) => one.event === event);
  const accept = action('days.accepted');
  const isOpen = request?.state === 'asked';
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={`Other dates for ${lead.client.name}`}
      footer={
        isOpen && (
          <>
            <Button onClick={() => setAnswering(false)}>Decline…</Button>
            <Button variant="primary" disabled={!accept?.may} onClick={() => setAnswering(true)}>
              Accept…
            </Button>
          </>
        )
      }
    >
      {!request && error && <FailedState title="The request could not be loaded" onRetry={again} />}
      {!request && !error && (
        <Loading label="Loading the request…">
          <TextBones lines={3} />
        </Loading>
      )}
      {request && !isOpen && <p className="text-gray-600">It has been answered, or the client took it back.</p>}
      {isOpen && (
        <>
          <Facts
            facts={[
              {
                name: 'Planned',
                value: lead.moveDate ? showDateRange(lead.moveDate, lead.moveDateLast ?? lead.moveDate) : 'No date yet',
              },
              { name: 'Requested', value: days },
              { name: 'Reason', value: <span className="whitespace-pre-line">{request.reason}</span> },
            ]}
          />
          {accept && !accept.may && <p className="mt-4 text-gray-600">{onlyIf(accept.unmet)}</p>}
        </>
      )}
    </Dialog>
  );
}

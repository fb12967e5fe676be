import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { LeadRescheduleDocument } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { showDateRange } from '#src/views/ui/dates.ts';
import { Facts } from '#src/views/ui/facts.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import type { PickUpDays } from '../moves/use-move.ts';
import { AnswerDialog } from './answer-dialog.tsx';

interface RescheduleCardProps {
  lead: { id: string; client: { name: string; email: string | null } };
  /** The step toward other dates that is possible now, and, if it does not change them itself, what follows. */
  onChange: { label: string; act: (accepted: PickUpDays) => void; note?: string } | null;
}

/** The client’s request for other dates and the brokerage's answer; nothing if the client never requested any. */
export default function RescheduleCard({ lead, onChange }: RescheduleCardProps) {
  const variables = { leadId: lead.id };
  const { data, refetch } = useQuery(LeadRescheduleDocument, { variables, fetchPolicy: 'cache-and-network' });
  const again = () => void refetch().catch(() => {});
  useLive('agent-lead', again, lead.id);
  const [answering, setAnswering] = useState<boolean | null>(null);
  const request = data?.leadReschedule;
  if (!request || request.state === 'quiet' || !request.firstDay) return null;
  const { state, firstDay, lastDay, reason, askedAt, answer, answeredAt, actions } = request;
  const days = showDateRange(firstDay, lastDay ?? firstDay);
  const action = (event: string) => actions.find((one) => one.event === event);
  return (
    <Card title={state === 'asked' ? 'The client asks for other dates' : 'Other dates'}>
      <Facts
        facts={[
          { name: 'Requested', value: days },
          { name: 'Reason', value: <span className="whitespace-pre-line">{reason}</span> },
          { name: 'Received', value: askedAt && <RelativeTime instant={askedAt} /> },
          ...(state === 'asked'
            ? []
            : [
                {
                  name: state === 'accepted' ? 'Accepted' : 'Declined',
                  value: answeredAt && <RelativeTime instant={answeredAt} />,
                },
                ...(answer ? [{ name: 'Your answer', value: answer }] : []),
              ]),
        ]}
      />
      {state === 'asked' && (
        <div className="mt-4 flex flex-wrap gap-2">
          <Button
            disabled={!action('days.accepted')?.may}
            title={action('days.accepted')?.unmet.join('; ')}
            onClick={() => setAnswering(true)}
          >
            Accept…
          </Button>
          <Button onClick={() => setAnswering(false)}>Decline…</Button>
        </div>
      )}
      {request.waitsForLead && (
        <div className="mt-4">
          <Callout
            color="amber"
            title="The lead still has the old dates"
            action={
              onChange && (
                <Button size="sm" onClick={() => onChange.act({ first: firstDay, last: lastDay ?? firstDay })}>
                  {onChange.label}
                </Button>
              )
            }
          >
            {onChange?.note}
          </Callout>
        </div>
      )}
      {answering !== null && (
        <AnswerDialog
          lead={lead}
          days={days}
          accepts={answering}
          note={onChange?.note}
          version={request.version}
          onClose={() => setAnswering(null)}
          onDone={again}
        />
      )}
    </Card>
  );
}

import { useApolloClient, useQuery } from '@apollo/client/react';
import { type FormEvent, useState } from 'react';
import {
  DecideReportedLeadDocument,
  type ReportedLeadDecision,
  type ReportedLeadFragment,
  type ReportedLeadState,
  ReportedLeadsDocument,
} from '#src/generated/graphql/graphql.ts';
import { mayDecide } from '#src/machines/marketplace/reported-lead.ts';
import { isWholePhone } from '#src/machines/phone/read-phone.ts';
import { Badge, type Tone } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { showDay } from '#src/views/ui/dates.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormDialog } from '#src/views/ui/form-dialog.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { PhoneInput } from '#src/views/ui/phone-input.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useWrite } from '#src/views/ui/use-write.ts';
import { Household } from './household.tsx';
import { REASONS } from './report-reasons.ts';

const STATES: Record<ReportedLeadState, { tone: Tone; word: string }> = {
  hidden: { tone: 'amber', word: 'Waiting for you' },
  agreed: { tone: 'blue', word: 'Two buyers agree' },
  confirmed: { tone: 'gray', word: 'Confirmed' },
};

interface Asked {
  lead: ReportedLeadFragment;
  decision: ReportedLeadDecision;
}

/** Households reported as gone, or with a wrong number: an agent contacts them and records whether that is so. */
export default function ReportedLeads() {
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(ReportedLeadsDocument, { fetchPolicy: 'cache-and-network' });
  const [asked, setAsked] = useState<Asked | null>(null);
  const { busy, write } = useWrite();
  const readAgain = () => refetch().catch(() => {});
  useLive('reported-lead', () => void readAgain());

  const decide = ({ lead, decision }: Asked, phone: string | null = null) =>
    write({
      send: () =>
        client.mutate({ mutation: DecideReportedLeadDocument, variables: { leadId: lead.id, decision, phone } }),
      done:
        decision === 'confirm' ? `${lead.reference} stays off the marketplace` : `${lead.reference} is for sale again`,
      failed: 'Couldn’t save your decision. Try again.',
    }).then(async (isWritten) => {
      // If someone else was faster, the list shows it; a typed number stays until it is saved.
      await readAgain();
      if (isWritten || decision !== 'correct') setAsked(null);
    });

  const leads = data?.reportedLeads;
  if (error && !leads)
    return <FailedState title="The reported leads could not be loaded" onRetry={() => void readAgain()} />;
  if (!leads) {
    return (
      <Loading label="Loading the reported leads…">
        <TextBones lines={3} />
      </Loading>
    );
  }
  if (leads.length === 0) return <p className="text-gray-600">No reported leads.</p>;
  return (
    <>
      <ul aria-label="Reported leads" className="max-w-160 divide-y divide-gray-200">
        {leads.map((lead) => (
          <Reported key={lead.id} lead={lead} onDecide={(decision) => setAsked({ lead, decision })} />
        ))}
      </ul>
      {asked?.decision === 'correct' && (
        <CorrectPhone
          lead={asked.lead}
          busy={busy !== null}
          onClose={() => setAsked(null)}
          onSave={(phone) => void decide(asked, phone)}
        />
      )}
      <ConfirmDialog
        open={asked !== null && asked.decision !== 'correct'}
        onClose={() => setAsked(null)}
        title={
          asked?.decision === 'reject'
            ? `Put ${asked.lead.reference} back on the marketplace?`
            : `Confirm the report of ${asked?.lead.reference ?? 'this lead'}?`
        }
        confirm={asked?.decision === 'reject' ? 'Put back' : 'Confirm'}
        danger={asked?.decision === 'confirm'}
        busy={busy !== null}
        onConfirm={() => asked && void decide(asked)}
      >
        {asked?.decision === 'reject'
          ? `It’s sold again${asked.lead.state === 'hidden' ? '' : ', and everyone who has it is notified'}. Earlier reports no longer count.`
          : 'It stays off the marketplace, everyone who has the lead is notified, and buyers who reported it are refunded.'}
      </ConfirmDialog>
    </>
  );
}

interface ReportedProps {
  lead: ReportedLeadFragment;
  onDecide: (decision: ReportedLeadDecision) => void;
}

function Reported({ lead, onDecide }: ReportedProps) {
  const { reference, state, hiddenAt, confirmedBy, reports, reason: why } = lead;
  const may = (decision: ReportedLeadDecision) => mayDecide(state, decision, why === 'wrong_number');
  const { tone, word } = STATES[state];
  return (
    <li className="space-y-2 py-4 first:pt-0">
      <Household lead={lead}>
        <Badge tone={tone}>{word}</Badge>
      </Household>
      <ul className="space-y-1 text-gray-600">
        {reports.map(({ reason, text, at, buyer }) => (
          <li key={at + buyer} className="wrap-anywhere">
            {showDay(at)}, {buyer}: {REASONS[reason]}
            {text && ` (“${text}”)`}
          </li>
        ))}
        {reports.length === 0 && (
          <li>
            Hidden since {showDay(hiddenAt)}: {REASONS[why]}
          </li>
        )}
        {confirmedBy && <li>Confirmed by {confirmedBy}</li>}
      </ul>
      <div className="flex flex-wrap gap-2">
        {may('confirm') && (
          <Button size="sm" aria-label={`Confirm report, ${reference}`} onClick={() => onDecide('confirm')}>
            Confirm report
          </Button>
        )}
        {may('correct') && (
          <Button size="sm" aria-label={`Correct phone number, ${reference}`} onClick={() => onDecide('correct')}>
            Correct phone number
          </Button>
        )}
        <Button size="sm" aria-label={`Put back on the marketplace: ${reference}`} onClick={() => onDecide('reject')}>
          Put back on the marketplace
        </Button>
      </div>
    </li>
  );
}

interface CorrectPhoneProps {
  lead: ReportedLeadFragment;
  busy: boolean;
  onClose: () => void;
  onSave: (phone: string) => void;
}

function CorrectPhone({ lead: { reference, client }, busy, onClose, onSave }: CorrectPhoneProps) {
  const [phone, setPhone] = useState('');
  const [attempt, setAttempt] = useState(0);
  const wrong =
    phone === client.phone
      ? 'This is the number that was reported.'
      : isWholePhone(phone)
        ? null
        : 'Enter all ten digits of the phone number.';
  function submit(event: FormEvent) {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (!wrong && !busy) onSave(phone);
  }
  return (
    <FormDialog
      title={`Correct the phone number of ${reference}`}
      size="sm"
      verb="Save and put back"
      busy={busy}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field
        label="Right phone number"
        help="The lead goes back on sale, and everyone who has it is notified."
        error={attempt > 0 ? wrong : null}
      >
        <PhoneInput value={phone} onChange={setPhone} />
      </Field>
    </FormDialog>
  );
}

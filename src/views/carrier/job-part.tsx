import { hrefs } from '#src/views/hrefs.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Facts } from '#src/views/ui/facts.tsx';
import { Money } from '#src/views/ui/money.tsx';
import { exactTime } from '#src/views/ui/relative-time.tsx';
import { type LoadRow, startOf } from './load-names.ts';
import { PayState } from './pay-state.tsx';

/** The carrier's own job: its pay, and what is left to do. */
export function JobPart({ load }: { load: LoadRow }) {
  const { award } = load;
  if (!award) return null;
  const isWaiting = award.stage === 'awaiting_carrier';
  const isDone = load.tab === 'completed';
  const start = startOf(load);
  return (
    <div className="space-y-4">
      {isWaiting && award.agreementState !== 'expired' && (
        <Callout color="amber" title="You won this load. Sign the agreement to take the job">
          <p className="mb-3">
            The client’s contact and the street addresses are shown here as soon as you have signed.
          </p>
          <LinkButton href={hrefs.board.jobAgreement(load.id)} variant="primary">
            Read and sign
          </LinkButton>
        </Callout>
      )}
      {isWaiting && award.agreementState === 'expired' && (
        <Callout color="red" title="The time to sign has run out">
          Call the broker if you still want this job.
        </Callout>
      )}
      <Facts
        facts={[
          {
            name: 'Your pay',
            value: (
              <span className="font-semibold">
                <Money cents={award.amount} />
              </span>
            ),
          },
          { name: start?.isPlanned === false ? 'Started' : isDone ? 'Planned start' : 'Start', value: start?.day },
          { name: 'Awarded', value: exactTime(award.awardedAt) },
          { name: 'Signed', value: award.signedAt ? exactTime(award.signedAt) : 'Not yet' },
          ...(load.pay ? [{ name: 'Payment', value: <PayState of={load} /> }] : []),
        ]}
      />
      {award.signedAt && (
        <LinkButton href={hrefs.board.jobAgreement(load.id)} size="sm">
          Open the signed agreement
        </LinkButton>
      )}
    </div>
  );
}

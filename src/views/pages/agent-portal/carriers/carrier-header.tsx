import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { type CarrierAuthority, SetCarrierAuthorityDocument } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { StateDot } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { useWrite } from '#src/views/ui/use-write.ts';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useKeptText } from '#src/views/ui/use-kept-text.ts';
import type { PageCarrier } from './carrier-page.tsx';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const ConfirmDialog = lazy(() =>
  import('#src/views/ui/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

interface Decision {
  verb: string;
  ask: (name: string) => string;
  means: string;
  done: string;
  danger: boolean;
}

/** What an agent can decide about the operating authority, after having looked it up. */
const decisions: Record<CarrierAuthority, Decision> = {
  active: {
    verb: 'Confirm authority',
    ask: (name) => `Confirm the operating authority of ${name}?`,
    means:
      'Do this once you’ve seen it active in the federal register. We email the carrier that it can bid now, or what’s still missing.',
    done: 'Authority confirmed',
    danger: false,
  },
  revoked: {
    verb: 'Revoke authority',
    ask: (name) => `Revoke the operating authority of ${name}?`,
    means:
      'It can no longer see the board, bid, or be awarded a load, and is notified by email. Its bids stay but can’t be awarded. Jobs it has signed continue.',
    done: 'Authority revoked',
    danger: true,
  },
  pending: {
    verb: 'Set to not confirmed',
    ask: (name) => `Set the authority of ${name} to not confirmed?`,
    means: 'Until it’s confirmed, the carrier can’t see the board, bid, or be awarded a load. It isn’t notified.',
    done: 'Authority is not confirmed',
    danger: true,
  },
};

interface Asked {
  to: CarrierAuthority;
  /** The version on the screen when the dialog opened; null takes the current one, after a conflict was shown. */
  version: number | null;
  problem?: string | null;
  /** The confirmed carrier that loses the USDOT number to this one. */
  insteadOf?: { id: string; legalName: string };
}

/** The carrier, whether it may work for us, and the decisions about that. */
export function CarrierHeader({ carrier, onStale }: { carrier: PageCarrier; onStale: () => Promise<unknown> }) {
  const { id, legalName, usdot, city, state, authority, gaps, version, usdotClaims } = carrier;
  const client = useApolloClient();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { busy, write } = useWrite();
  const holder = usdotClaims.find((one) => one.authority === 'active');
  const [reason, setReason] = useKeptText(`authority.${id}`);
  const ask = (to: CarrierAuthority, insteadOf?: Asked['insteadOf']) =>
    setAsked({ to, version, ...(insteadOf && { insteadOf }) });

  async function decide(decision: Asked): Promise<void> {
    const { to, version: seen, insteadOf } = decision;
    if (insteadOf && reason.trim() === '')
      return setAsked({ ...decision, problem: 'Explain how you know whose USDOT number this is.' });
    let isStale = false;
    const isDone = await write({
      send: () =>
        client.mutate({
          mutation: SetCarrierAuthorityDocument,
          variables: {
            id,
            authority: to,
            version: seen ?? version,
            reason: reason.trim() || null,
            insteadOf: insteadOf?.id ?? null,
          },
        }),
      done: decisions[to].done,
      failed: 'Couldn’t change the authority. Try again.',
      refused(error) {
        const { status, detail } = problemOf(error);
        if (status !== 409) return;
        isStale = true;
        void onStale().then(() => setAsked({ ...decision, version: null, problem: detail }));
        return true;
      },
    });
    if (isDone) setReason('');
    if (isDone || !isStale) setAsked(null);
  }

  const others = (['revoked', 'pending'] as const).filter((one) => one !== authority);
  return (
    <>
      <PageHeader
        breadcrumb={[{ label: 'Carriers', href: hrefs.agent.carriers() }]}
        title={legalName}
        beside={
          <StateDot tone={gaps.length === 0 ? 'green' : 'red'}>
            {gaps.length === 0 ? 'Compliant' : 'Not compliant'}
          </StateDot>
        }
        below={[city ? `${city}, ${state}` : 'No address yet', `USDOT ${usdot}`].join(' · ')}
        primary={
          authority !== 'active' && (
            <Button variant="primary" onClick={() => ask('active', holder)}>
              {holder ? `Confirm instead of ${holder.legalName}` : decisions.active.verb}
            </Button>
          )
        }
        more={others.map((one) => ({
          label: decisions[one].verb,
          danger: one === 'revoked',
          onSelect: () => ask(one),
        }))}
      />
      {asked && (
        <LazyBoundary>
          <ConfirmDialog
            open
            onClose={() => setAsked(null)}
            title={
              asked.insteadOf
                ? `Confirm ${legalName} instead of ${asked.insteadOf.legalName}?`
                : decisions[asked.to].ask(legalName)
            }
            confirm={asked.insteadOf ? 'Transfer USDOT number' : decisions[asked.to].verb}
            danger={decisions[asked.to].danger || asked.insteadOf !== undefined}
            busy={busy !== null}
            onConfirm={() => void decide(asked)}
          >
            {asked.problem && <Callout color="red" title={asked.problem} className="mb-3" />}
            {asked.insteadOf
              ? `USDOT ${usdot} goes over in one step: ${asked.insteadOf.legalName} cannot see the board, bid or be awarded a load from now on, and ${legalName} is confirmed. Both are notified by email.`
              : decisions[asked.to].means}
            <Field
              label="Reason"
              className="mt-4"
              optional={!asked.insteadOf}
              id="authority-reason"
              help="Kept with the decision; carriers do not see it."
            >
              <Textarea
                rows={2}
                maxLength={500}
                value={reason}
                onChange={(event) => {
                  setReason(event.currentTarget.value);
                  setAsked({ ...asked, problem: null });
                }}
              />
            </Field>
          </ConfirmDialog>
        </LazyBoundary>
      )}
    </>
  );
}

import { useApolloClient } from '@apollo/client/react';
import { ArrowDownTrayIcon, TrashIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import { RemovePolicyDocument } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { isEnough } from '#src/machines/carrier/compliance.lifecycle.ts';
import { Badge, type Tone } from '#src/views/ui/badge.tsx';
import { Button, IconButton, LinkButton } from '#src/views/ui/button.tsx';
import { showDate, showFullDate, today } from '#src/views/ui/dates.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { PolicyForm } from './policy-form.tsx';
import { listed, POLICY_MINIMUM, POLICY_NAMES } from './policy-names.ts';
import type { Profile } from './use-carrier-profile.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const ConfirmDialog = lazy(() =>
  import('#src/views/ui/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

const Dialog = lazy(() => import('#src/views/ui/dialog.tsx').then((module) => ({ default: module.Dialog })));

type Policy = Profile['insurance'][number];

/** A policy that expires within this many days is marked; reminders start as early. */
const SOON_DAYS = 30;

function standing({ kind, limit, effective, expiration }: Policy): [tone: Tone, word: string] {
  const now = today();
  const left = Math.round((Date.parse(expiration) - Date.parse(now)) / DAY);
  if (left < 0) return ['red', 'Ended'];
  if (!isEnough(kind, limit)) return ['red', 'Limit too low'];
  if (effective > now) return ['blue', `Starts ${showDate(effective)}`];
  return left <= SOON_DAYS
    ? ['amber', left === 0 ? 'Ends today' : left === 1 ? 'Ends tomorrow' : `Ends in ${left} days`]
    : ['green', 'In force'];
}

type Certificate = Profile['incompleteInsurance'][number];

interface PolicyListProps {
  profile: Profile;
  readAgain: () => Promise<Profile>;
}

const nameOf = ({ kind }: Certificate): string =>
  kind ? `${POLICY_NAMES[kind]} certificate` : 'Certificate of insurance';

/**
 * The policies on record, with their certificates; one uploaded by mistake can be removed, an incomplete one completed.
 */
export function PolicyList({ profile, readAgain }: PolicyListProps) {
  const { insurance: policies, incompleteInsurance: certificates } = profile;
  const client = useApolloClient();
  const notify = useNotify();
  const [asked, setAsked] = useState<Policy | Certificate | null>(null);
  const [completed, setCompleted] = useState<Certificate | null>(null);
  const { busy, write } = useWrite();

  const remove = ({ id, kind }: Policy | Certificate) =>
    write({
      send: () => client.mutate({ mutation: RemovePolicyDocument, variables: { id } }),
      done: kind ? `${POLICY_NAMES[kind]} policy removed` : 'Certificate removed',
      failed: 'The policy could not be removed. Try again.',
    }).then(() => setAsked(null));

  if (policies.length + certificates.length === 0) return <p className="text-gray-600">No policies on record.</p>;
  return (
    <>
      <ul aria-label="Policies on record" className="divide-y divide-gray-100 rounded-lg border border-gray-200">
        {certificates.map((certificate) => (
          <li key={certificate.id} className="flex items-start gap-3 py-3 pr-2 pl-4">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                {nameOf(certificate)} <Badge tone="amber">Incomplete</Badge>
              </p>
              <p className="text-gray-600">
                Ends {showDate(certificate.expirationDate)}. It doesn’t count as cover until you add{' '}
                {listed(certificate.missing)}.
              </p>
            </div>
            <Button size="sm" onClick={() => setCompleted(certificate)}>
              Complete
            </Button>
            <IconButton
              label={`Remove the ${nameOf(certificate).toLowerCase()}`}
              size="sm"
              icon={<TrashIcon />}
              onClick={() => setAsked(certificate)}
            />
          </li>
        ))}
        {policies.map((policy) => {
          const [tone, word] = standing(policy);
          const name = POLICY_NAMES[policy.kind];
          return (
            <li key={policy.id} className="flex items-start gap-3 py-3 pr-2 pl-4">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                  {name} <Badge tone={tone}>{word}</Badge>
                </p>
                <p className="wrap-anywhere text-gray-600">
                  {policy.insurer}, policy {policy.policyNumber}, {showMoney(policy.limit)}
                </p>
                {!isEnough(policy.kind, policy.limit) && (
                  <p className="text-gray-600">It doesn’t count as cover. {POLICY_MINIMUM[policy.kind]}</p>
                )}
                <p className="text-gray-600">
                  <span className="whitespace-nowrap">{showFullDate(policy.effective)}</span> to{' '}
                  <span className="whitespace-nowrap">{showFullDate(policy.expiration)}</span>
                </p>
              </div>
              {policy.url && (
                <LinkButton
                  href={policy.url}
                  download
                  size="sm"
                  variant="ghost"
                  icon={<ArrowDownTrayIcon />}
                  aria-label={`Certificate of the ${name} policy ${policy.policyNumber}`}
                >
                  <span className="max-sm:sr-only">Certificate</span>
                </LinkButton>
              )}
              <IconButton
                label={`Remove the ${name} policy ${policy.policyNumber}`}
                size="sm"
                icon={<TrashIcon />}
                onClick={() => setAsked(policy)}
              />
            </li>
          );
        })}
      </ul>
      {asked && (
        <LazyBoundary>
          <ConfirmDialog
            open
            onClose={() => setAsked(null)}
            title={
              asked.kind && asked.policyNumber
                ? `Remove the ${POLICY_NAMES[asked.kind]} policy ${asked.policyNumber}?`
                : 'Remove this certificate?'
            }
            confirm="Remove policy"
            busy={busy !== null}
            onConfirm={() => void remove(asked)}
          >
            The policy and its certificate are removed. Without another policy of this kind in force, you can’t bid on
            loads or be awarded one.
          </ConfirmDialog>
        </LazyBoundary>
      )}
      {completed && (
        <LazyBoundary>
          <Dialog open onClose={() => setCompleted(null)} title="Complete the policy">
            <PolicyForm
              profile={profile}
              certificate={completed}
              readAgain={readAgain}
              onSaved={() => {
                setCompleted(null);
                notify.done('Policy completed');
              }}
            />
          </Dialog>
        </LazyBoundary>
      )}
    </>
  );
}

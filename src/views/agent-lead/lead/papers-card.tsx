import { ArrowDownTrayIcon } from '@heroicons/react/24/outline';
import type { AgreementKind, LeadPapersFragment } from '#src/generated/graphql/graphql.ts';
import { useState } from 'react';
import { StateDot } from '#src/views/ui/badge.tsx';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { AGREEMENT_NAMES, AGREEMENT_TONES } from '../lead-names.ts';

const KINDS: Record<AgreementKind, string> = {
  broker_shipper: 'Agreement with the client',
  specific_job: 'Job agreement with the carrier',
  broker_carrier: 'Agreement with the carrier',
};

/** A download link for a document that we generate; while the worker generates it, a note instead. */
export function PaperLink({ url, label }: { url: string; label: string }) {
  return (
    <LinkButton
      href={url}
      size="sm"
      variant="ghost"
      download
      icon={<ArrowDownTrayIcon />}
      aria-label={`PDF of ${label}`}
    >
      PDF
    </LinkButton>
  );
}

/** A download link for an uploaded paper: a PDF, or a photo. */
export function UploadedPaper({ url, label }: { url: string; label: string }) {
  return (
    <LinkButton
      href={url}
      size="sm"
      variant="ghost"
      download
      icon={<ArrowDownTrayIcon />}
      aria-label={`Download ${label}`}
    >
      Download
    </LinkButton>
  );
}

/** Every agreement of the lead with its signing state, newest first. */
export function PapersCard({ lead }: { lead: LeadPapersFragment }) {
  const { agreements, contract } = lead;
  if (agreements.length === 0 && contract.signedBy !== 'paper') return null;
  return (
    <Card title="Agreements" flush>
      <ul className="divide-y divide-gray-100">
        {contract.signedBy === 'paper' && contract.signedAt && (
          <li className="flex items-center gap-3 px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="font-medium">Signed on paper</p>
              <p className="text-gray-500">
                Recorded <RelativeTime instant={contract.signedAt} />
              </p>
            </div>
            <UploadedPaper url={`/files/agent-lead/${lead.id}/contract/paper`} label="the signed paper" />
          </li>
        )}
        {agreements.map((agreement) => (
          <li key={agreement.id} className="flex items-center gap-3 px-4 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-3">
                <span className="font-medium">{KINDS[agreement.kind]}</span>
                {isPast(lead, agreement) ? (
                  <StateDot tone="gray">Signed, no longer applies</StateDot>
                ) : (
                  <StateDot tone={AGREEMENT_TONES[agreement.state]}>{AGREEMENT_NAMES[agreement.state]}</StateDot>
                )}
              </p>
              <p className="text-gray-500 wrap-anywhere">
                {agreement.signedAt ? (
                  <>
                    {agreement.signerName}, <RelativeTime instant={agreement.signedAt} />
                  </>
                ) : agreement.declinedAt ? (
                  <>
                    “{agreement.declineReason}”, <RelativeTime instant={agreement.declinedAt} />
                  </>
                ) : (
                  agreement.sentAt && (
                    <>
                      Sent <RelativeTime instant={agreement.sentAt} />
                    </>
                  )
                )}
              </p>
            </div>
            {agreement.url && <PaperLink url={agreement.url} label={KINDS[agreement.kind].toLowerCase()} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Signed, but reopened, dropped, or signed again since. */
function isPast(
  { agreements, contract }: LeadPapersFragment,
  { kind, signedAt }: LeadPapersFragment['agreements'][number],
): boolean {
  if (!signedAt) return false;
  const isShipper = kind === 'broker_shipper';
  const isInForce = (isShipper ? contract.signedAt : contract.carrierSignedAt) !== null;
  return !isInForce || agreements.some((one) => one.kind === kind && one.signedAt !== null && one.signedAt > signedAt);
}

interface LinksCardProps {
  lead: LeadPapersFragment & { client: { email: string | null } };
  busy: boolean;
  /** Why no link can be handed out. */
  offBecause: string | null;
  onPage: (isMailed: boolean) => void;
  onShare: () => void;
  onRevoke: (id: string) => void;
}

const PURPOSES: Record<string, string> = {
  estimate: 'Estimate',
  lead: 'Move details',
  agreement: 'Agreement to sign',
  payment: 'Payment',
  portal: 'Client page',
};

/** Links that clients have; an open one can be revoked. */
export function LinksCard({ lead, busy, offBecause, onPage, onShare, onRevoke }: LinksCardProps) {
  const [now] = useState(() => new Date().toISOString());
  const page = lead.links.find((link) => link.purpose === 'portal' && !link.revokedAt && link.expiresAt > now);
  const others = lead.links.filter((link) => link !== page);
  const noMail = offBecause ?? (lead.client.email ? undefined : 'The client has no email address.');
  return (
    <Card
      title="Client links"
      flush
      actions={
        <Button size="sm" busy={busy} onClick={onShare}>
          Share move details
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-2 border-b border-gray-100 py-2 pr-2 pl-4">
        <div className="min-w-0 flex-1" style={{ flexBasis: '6.5rem' }}>
          <p className="font-medium">Client page</p>
          <p className="text-gray-500">
            {page?.openedAt ? (
              <>
                Opened <RelativeTime instant={page.openedAt} />
              </>
            ) : page ? (
              'Not opened yet'
            ) : (
              'Not shared yet'
            )}
          </p>
        </div>
        <Button size="sm" disabled={offBecause !== null} title={offBecause ?? undefined} onClick={() => onPage(false)}>
          Copy link
        </Button>
        <Button size="sm" disabled={noMail !== undefined} title={noMail} onClick={() => onPage(true)}>
          Email it
        </Button>
        {page && (
          <Button size="sm" variant="ghost" onClick={() => onRevoke(page.id)} aria-label="Revoke the link: Client page">
            Revoke
          </Button>
        )}
      </div>
      {others.length === 0 && <p className="px-4 py-3 text-gray-500">No other links shared yet.</p>}
      <ul className="divide-y divide-gray-100">
        {others.map((link) => {
          const isOpen = !link.revokedAt && link.expiresAt > now;
          return (
            <li key={link.id} className="flex items-center gap-3 py-2 pr-2 pl-4">
              <div className="min-w-0 flex-1">
                <p>{PURPOSES[link.purpose] ?? link.purpose}</p>
                <p className="text-gray-500">
                  Created <RelativeTime instant={link.createdAt} />
                  {link.revokedAt ? ', revoked' : isOpen ? '' : ', expired'}
                </p>
              </div>
              {isOpen && (
                <Button
                  size="sm"
                  variant="ghost"
                  onClick={() => onRevoke(link.id)}
                  aria-label={`Revoke the link: ${PURPOSES[link.purpose] ?? link.purpose}`}
                >
                  Revoke
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

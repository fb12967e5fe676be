import { ArrowDownTrayIcon } from '@heroicons/react/24/outline';
import type { ReactNode } from 'react';
import type { CarrierDocumentsFragment } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { isEnough } from '#src/machines/carrier/compliance.lifecycle.ts';
import { hasEnded } from '#src/machines/carrier/license.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { Badge } from '#src/views/ui/badge.tsx';
import { LinkButton } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { showDate, showDay, showFullDate, today } from '#src/views/ui/dates.ts';
import { listed, POLICY_NAMES } from './profile/policy-names.ts';

/** One paper: its kind, its details, and a link to it if there is one. */
function Paper({
  name,
  beside,
  children,
  url,
  file,
}: {
  name: string;
  beside?: ReactNode;
  children: ReactNode;
  url: string | null;
  file: string;
}) {
  return (
    <li className="flex items-start gap-3 py-2.5 pr-2 pl-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {name} {beside}
        </p>
        <p className="wrap-anywhere text-gray-600">{children}</p>
      </div>
      {url ? (
        <LinkButton
          href={url}
          download
          size="sm"
          variant="ghost"
          icon={<ArrowDownTrayIcon />}
          aria-label={`Download: ${file}`}
        >
          <span className="max-sm:sr-only">Download</span>
        </LinkButton>
      ) : (
        <span className="px-2 py-1 text-gray-500">No file</span>
      )}
    </li>
  );
}

const ENDED = <Badge tone="red">Ended</Badge>;
const TOO_LOW = <Badge tone="red">Limit too low</Badge>;

/** The agreement, the policies and the licenses on record. */
export function CarrierDocuments({
  carrier: { agreementSignedAt, agreementUrl, policies, incompletePolicies, licenses },
}: {
  carrier: CarrierDocumentsFragment;
}) {
  const now = today();
  return (
    <Card title="Documents" flush>
      <ul className="divide-y divide-gray-100">
        <Paper name="Broker-carrier agreement" url={agreementUrl} file="broker-carrier agreement">
          {agreementSignedAt ? `Signed ${showDay(agreementSignedAt)}` : 'Not signed yet'}
        </Paper>
        {policies.map(({ id, kind, insurer, policyNumber, limit, effective, expiration, url }) => (
          <Paper
            key={id}
            name={`${POLICY_NAMES[kind]} insurance`}
            beside={
              expiration < now
                ? ENDED
                : !isEnough(kind, limit)
                  ? TOO_LOW
                  : effective > now && <Badge tone="blue">Starts {showDate(effective)}</Badge>
            }
            url={url}
            file={`${POLICY_NAMES[kind]} policy ${policyNumber}`}
          >
            {insurer}, policy {policyNumber}, {showMoney(limit)} · {showFullDate(effective)} to{' '}
            {showFullDate(expiration)}
          </Paper>
        ))}
        {incompletePolicies.map(({ id, kind, expirationDate, missing, url }) => (
          <Paper
            key={id}
            name={`${kind ? POLICY_NAMES[kind] : 'Certificate of'} insurance`}
            beside={<Badge tone="amber">Incomplete</Badge>}
            url={url}
            file="incomplete certificate of insurance"
          >
            Ends {showDate(expirationDate)}. No cover until the carrier adds {listed(missing)}.
          </Paper>
        ))}
        {licenses.map(({ id, kind, number, state, expires, url }) => (
          <Paper key={id} name={kind} beside={hasEnded(expires, now) && ENDED} url={url} file={`${kind} ${number}`}>
            {[number, state ? (US_STATES[state] ?? state) : 'Federal', expires && `until ${showDate(expires)}`]
              .filter(Boolean)
              .join(' · ')}
          </Paper>
        ))}
      </ul>
      {policies.length + incompletePolicies.length === 0 && (
        <p className="border-t border-gray-100 px-4 py-2.5 text-gray-600">No policies on record.</p>
      )}
    </Card>
  );
}

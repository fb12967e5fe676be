import type { CarrierAuthority, UsdotConflictFragment } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Callout } from '#src/views/ui/callout.tsx';
import { showDay } from '#src/views/ui/dates.ts';
import { showPhone } from '#src/machines/phone/phone.ts';

type Side = Omit<UsdotConflictFragment['usdotClaims'][number], '__typename'>;

const AUTHORITY: Record<CarrierAuthority, string> = {
  active: 'Confirmed',
  pending: 'Not confirmed yet',
  revoked: 'Revoked',
};

const ROWS: readonly [string, (side: Side) => string][] = [
  ['Authority', ({ authority }) => AUTHORITY[authority]],
  ['Contact', ({ contactName }) => contactName],
  ['Email', ({ email }) => email],
  ['Phone', ({ phone }) => (phone ? showPhone(phone) : '—')],
  ['Based in', ({ city, state }) => (city ? `${city}, ${state}` : '—')],
  ['Joined', ({ joinedAt }) => showDay(joinedAt)],
  ['Signed', ({ agreementSignedAt }) => (agreementSignedAt ? showDay(agreementSignedAt) : 'Not signed')],
];

/** Carriers with the same USDOT number side by side: at most one is genuine, and an agent decides which. */
export function UsdotConflict({ carrier }: { carrier: UsdotConflictFragment }) {
  const { usdot, usdotClaims, ...self } = carrier;
  if (usdotClaims.length === 0) return null;
  const holder = usdotClaims.find(({ authority }) => authority === 'active');
  const sides: Side[] = [self, ...usdotClaims];
  return (
    <Callout
      color="red"
      title={`${usdotClaims.length === 1 ? 'Another carrier lists' : `${usdotClaims.length} other carriers list`} USDOT ${usdot}`}
      className="mb-4"
    >
      <p>
        Look the number up in the federal register and call the phone number that is listed there.{' '}
        {holder
          ? self.authority === 'revoked'
            ? `${holder.legalName} is confirmed. You can still confirm ${self.legalName} instead. Both are notified by email.`
            : `${holder.legalName} is confirmed. Confirm ${self.legalName} instead, or reject it by revoking its authority. Both are notified by email.`
          : 'Confirm the real one and revoke the other.'}
      </p>
      <div className="mt-3 overflow-x-auto">
        <table className="w-full text-left">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">Fact</span>
              </th>
              {sides.map(({ id, legalName }) => (
                <th key={id} scope="col" className="py-1 pr-4 font-medium">
                  {id === self.id ? (
                    `${legalName} (this one)`
                  ) : (
                    <a className="link" href={hrefs.agent.carrier(id)}>
                      {legalName}
                    </a>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map(([name, show]) => (
              <tr key={name}>
                <th scope="row" className="py-1 pr-4 font-normal">
                  {name}
                </th>
                {sides.map((side) => (
                  <td key={side.id} className="py-1 pr-4 wrap-anywhere">
                    {show(side)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Callout>
  );
}

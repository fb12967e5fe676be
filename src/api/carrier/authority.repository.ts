import { authorityEvent, complianceLifecycle, complianceOf } from '#src/machines/carrier/compliance.lifecycle.ts';
import type { Authority, ComplianceEvent } from '#src/machines/carrier/compliance.lifecycle.ts';
import { hrefs } from '#src/api/link/hrefs.ts';
import { publish } from '#src/api/live/live.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';
import type { Tx } from '#src/api/database/write.ts';
import { presentDetail } from './agent-carrier.detail.ts';
import { tellOfCarrier } from './carrier.live.ts';
import { authorityMail, claimRejectedMail } from './carrier.mails.ts';
import type { CarrierRow } from './carrier.repository.ts';
import { keepCompliantDays } from './compliance.repository.ts';
import { lockedCarrier } from './profile.repository.ts';
import { claimsBeside, holderBeside } from './usdot-claims.ts';

interface Decision {
  carrierId: string;
  authority: Authority;
  version: number | null;
  /** The confirmed carrier that loses the USDOT number to this one, as the agent saw it. */
  insteadOf: string | null;
  reason: string | null;
  actor: { id: string; name: string };
}

/**
 * Changes a carrier's authority through the compliance lifecycle, records who decided what and why, and mails the
 * carriers concerned. Of the carriers that claim one USDOT number at most one is confirmed; with `insteadOf` the number
 * passes to this one in the same step.
 *
 * @throws Problem 404; 409 for a stale version, another holder of the number than the agent saw, or no such transition
 */
export async function decideAuthority(tx: Tx, parts: ApiParts, decision: Decision): Promise<void> {
  const { carrierId, authority, version, insteadOf, reason, actor } = decision;
  const refused = async (sentence: string) =>
    problem(409, `${sentence} Nothing was changed.`, { current: await presentDetail(tx, parts, carrierId) });
  const before = await lockedCarrier(tx, carrierId);
  if (version !== null && version !== before.version)
    throw await refused('Someone changed this carrier while you were working on it.');
  if (before.authority === authority) {
    if (insteadOf) throw await refused(`The operating authority of ${before.legal_name} is ${authority} already.`);
    return;
  }
  const holder = await holderBeside(tx, before);
  if (insteadOf && holder?.id !== insteadOf)
    throw await refused(
      holder
        ? `By now ${holder.legal_name} is confirmed with USDOT ${holder.usdot}.`
        : `By now nobody is confirmed with USDOT ${before.usdot}.`,
    );
  if (authority === 'active' && holder && !insteadOf) {
    throw await refused(
      `${holder.legal_name} is confirmed with USDOT ${holder.usdot}. Compare the two, then confirm ${before.legal_name} instead of it, or revoke the one that is not who it says.`,
    );
  }
  if (insteadOf) await move(tx, parts, holder!, 'revoked', { other: before, reason, actor });
  await move(tx, parts, before, authority, { other: holder ?? null, reason, actor });
  await tellByMail(tx, parts, before, authority, { holder: holder ?? null, isTransfer: insteadOf !== null });
  // Agents compare the other carriers with this number with this one, so those pages must reload, too.
  for (const { id } of await claimsBeside(tx, before)) await publish(tx, { noun: 'carrier', id, audience: 'agents' });
  if (insteadOf) await tellOfCarrier(tx, holder!.id);
  await tellOfCarrier(tx, carrierId);
}

/** One event of the lifecycle, with its entry in the record. @throws Problem 409 if there is no such transition */
async function move(
  tx: Tx,
  parts: ApiParts,
  carrier: CarrierRow,
  to: Authority,
  { other, reason, actor }: { other: CarrierRow | null } & Pick<Decision, 'reason' | 'actor'>,
): Promise<void> {
  const event: ComplianceEvent = { type: authorityEvent[to], by: 'agent' };
  const { state, reach } = complianceOf({ hasAgreement: false, authority: carrier.authority, policies: [] }, '', '');
  const verdict = complianceLifecycle.judge(state, reach, event);
  if (!verdict.may)
    throw problem(409, `The operating authority is ${carrier.authority}, so nothing was changed.`, {
      state: carrier.authority,
      unmet: verdict.unmet,
    });
  await tx
    .updateTable('carrier')
    .set(({ eb }) => ({ authority: to, version: eb('version', '+', 1) }))
    .where('id', '=', carrier.id)
    .execute();
  await keepCompliantDays(tx, [carrier.id]);
  const { last } = await tx
    .selectFrom('carrier_authority_event')
    .select(({ fn }) => fn.max('sequence').as('last'))
    .where('carrier_id', '=', carrier.id)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('carrier_authority_event')
    .values({
      carrier_id: carrier.id,
      sequence: Number(last ?? 0) + 1,
      event: event.type as 'authority.activated',
      from_authority: carrier.authority,
      to_authority: to,
      usdot: carrier.usdot,
      other_carrier_id: other?.id ?? null,
      other_legal_name: other?.legal_name ?? null,
      reason,
      actor_id: actor.id,
      actor_name: actor.name,
      at: parts.now().toISOString(),
      model_version: complianceLifecycle.version,
    })
    .execute();
}

async function tellByMail(
  tx: Tx,
  parts: ApiParts,
  carrier: CarrierRow,
  authority: Authority,
  { holder, isTransfer }: { holder: CarrierRow | null; isTransfer: boolean },
): Promise<void> {
  const { brokerage } = parts;
  const send = async (to: CarrierRow, change: Authority, claim: { usdot: string } | null) => {
    const { gaps } = await presentDetail(tx, parts, to.id);
    const path = !to.agreement_signed_at
      ? hrefs.signupComplete()
      : gaps.length === 0
        ? hrefs.board()
        : hrefs.boardSettings();
    const url = parts.publicUrl() + path;
    const mail = authorityMail({ carrier: to.contact_name, brokerage, authority: change, gaps, url, claim });
    if (mail) await parts.mail.send(tx, { to: to.email, kind: 'authority', ...mail });
  };
  if (isTransfer) await send(holder!, 'revoked', holder);
  await send(carrier, authority, holder && carrier);
  if (authority === 'revoked' && holder)
    await parts.mail.send(tx, {
      to: holder.email,
      kind: 'authority',
      ...claimRejectedMail({ carrier: holder.contact_name, usdot: holder.usdot, brokerage }),
    });
}

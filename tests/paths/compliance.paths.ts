import { getNextSnapshot } from 'xstate';
import { complianceLifecycle, complianceSnapshot, REQUIRED_COVER } from '#src/machines/carrier/compliance.lifecycle.ts';
import type { ComplianceEvent, ComplianceSnapshot, RequiredCover } from '#src/machines/carrier/compliance.lifecycle.ts';

/** One step of a walk: what happens, and where the law then stands. Days are counted from the first. */
export interface ComplianceStep {
  event: ComplianceEvent['type'];
  /** Of policies. */
  kind: RequiredCover | null;
  value: ComplianceSnapshot['value'];
}

const day = '2026-01-02';
const before = '2026-01-01';
/** How far cover can reach after an event, seen from that day: it holds, it has ended, it never began. */
const reaches = [day, before, null];

const events: ComplianceEvent[] = [
  { type: 'agreement.signed', by: 'carrier' },
  { type: 'authority.activated', by: 'agent' },
  { type: 'authority.revoked', by: 'agent' },
  { type: 'authority.reopened', by: 'agent' },
  ...REQUIRED_COVER.flatMap((kind) =>
    (['policy.added', 'policy.removed', 'policy.started', 'policy.ended'] as const).flatMap((type) =>
      reaches.map((until): ComplianceEvent => ({ type, by: type === 'policy.added' || type === 'policy.removed' ? 'carrier' : 'system', kind, until, today: day, through: day })),
    ),
  ),
];

/** What can really happen to one carrier with at most one policy of a kind: each event has one outcome from each state. */
function isReal(event: ComplianceEvent, from: string): boolean {
  if (!('kind' in event)) return true;
  const wanted: Record<string, [from: string[], until: string | null]> = {
    'policy.added': [['missing', 'ended'], day],
    'policy.removed': [['in-force', 'ended'], null],
    'policy.ended': [['in-force'], before],
    'policy.started': [['missing'], day],
  };
  const [states, until] = wanted[event.type]!;
  return states.includes(from) && event.until === until;
}

const regionOf = (event: ComplianceEvent) => ('kind' in event ? event.kind : event.type === 'agreement.signed' ? 'agreement' : 'authority');

const openFrom = (law: ComplianceSnapshot) => events.filter((event) => law.can(event) && isReal(event, law.value[regionOf(event)]));
const edgeOf = (law: ComplianceSnapshot, event: ComplianceEvent) => `${regionOf(event)} ${law.value[regionOf(event)]} ${event.type}`;

/** The shortest way from here to something that has not been walked; null where there is none left. */
function wayOn(start: ComplianceSnapshot, walked: ReadonlySet<string>): ComplianceEvent[] | null {
  const seen = new Set([JSON.stringify(start.value)]);
  const queue: { law: ComplianceSnapshot; way: ComplianceEvent[] }[] = [{ law: start, way: [] }];
  for (const { law, way } of queue) {
    for (const event of openFrom(law)) {
      if (!walked.has(edgeOf(law, event))) return [...way, event];
      const after = getNextSnapshot(complianceLifecycle, law, event);
      const place = JSON.stringify(after.value);
      if (!seen.has(place)) queue.push({ law: after, way: [...way, event] });
      seen.add(place);
    }
  }
  return null;
}

/** One walk from a carrier that has nothing, on which every event happens from every state from which it can. */
export function complianceWalk(): ComplianceStep[] {
  let law = complianceSnapshot({ hasAgreement: false, authority: 'pending', policies: [] }, day, day);
  const walked = new Set<string>();
  const steps: ComplianceStep[] = [];
  for (let way = wayOn(law, walked); way; way = wayOn(law, walked)) {
    for (const event of way) {
      walked.add(edgeOf(law, event));
      law = getNextSnapshot(complianceLifecycle, law, event);
      steps.push({ event: event.type, kind: 'kind' in event ? event.kind : null, value: law.value });
    }
  }
  return steps;
}

import {
  COMPLIANCE_MODEL_VERSION,
  complianceLifecycle,
  REQUIRED_COVER,
} from '#src/machines/carrier/compliance.lifecycle.ts';
import type { ComplianceEvent, ComplianceState } from '#src/machines/carrier/compliance.lifecycle.ts';
import { lifecycleModel } from './path-model.ts';

type Place = ComplianceState;
const reach = { today: '2030-01-02', through: '2030-01-05', lowLimit: null };
const LOW = 100;
const through = '2030-02-01';
type CoverEvent = Extract<ComplianceEvent, { kind: unknown }>;
const policy = (
  type: CoverEvent['type'],
  by: 'carrier' | 'system',
  kind: CoverEvent['kind'],
  until: string | null,
): CoverEvent => ({ type, by, kind, until, ...reach });
const POLICY_EVENTS = [
  ['policy.added', 'carrier', 'uploads'],
  ['policy.removed', 'carrier', 'removes'],
  ['policy.started', 'system', 'begins the time of'],
  ['policy.ended', 'system', 'ends the time of'],
] as const;
const REACHES = [
  [through, 'in force'],
  ['2030-01-03', 'too short'],
  ['2030-01-01', 'over'],
  [null, 'missing'],
] as const;
const NAMES = {
  'in-force': 'in force',
  'ends-early': 'ends before the delivery',
  ended: 'ended',
  'too-low': 'below the minimum',
  missing: 'missing',
  unsigned: 'unsigned',
  signed: 'signed',
  pending: 'pending',
  active: 'active',
  revoked: 'revoked',
} as const;

export const compliance = lifecycleModel({
  id: 'compliance',
  title: 'Whether a carrier may bid and be awarded a job',
  machine: complianceLifecycle.machine,
  version: COMPLIANCE_MODEL_VERSION,
  start: { agreement: 'unsigned', authority: 'pending', liability: 'missing', cargo: 'missing' } as Place,
  facts: {},
  snapshot: (place: Place) =>
    complianceLifecycle.snapshot(place, {
      until: { agreement: null, authority: null, liability: null, cargo: null },
      lowLimit: { liability: null, cargo: null },
    }),
  placeOf: complianceLifecycle.stateOf,
  keyOf: ({ agreement, authority, liability, cargo }) => [agreement, authority, liability, cargo].join('.'),
  names: {
    'agreement.unsigned': NAMES.unsigned,
    'agreement.signed': NAMES.signed,
    'authority.pending': NAMES.pending,
    'authority.active': NAMES.active,
    'authority.revoked': NAMES.revoked,
    'liability.missing': NAMES.missing,
    'liability.too-low': NAMES['too-low'],
    'liability.in-force': NAMES['in-force'],
    'liability.ends-early': NAMES['ends-early'],
    'liability.ended': NAMES.ended,
    'cargo.missing': NAMES.missing,
    'cargo.too-low': NAMES['too-low'],
    'cargo.in-force': NAMES['in-force'],
    'cargo.ends-early': NAMES['ends-early'],
    'cargo.ended': NAMES.ended,
  },
  nameOf: ({ agreement, authority, liability, cargo }) =>
    `Agreement ${NAMES[agreement]}, authority ${NAMES[authority]}, liability ${NAMES[liability]}, cargo ${NAMES[cargo]}`,
  events: {
    'agreement.signed': {
      does: 'signs the broker-carrier agreement',
      event: { type: 'agreement.signed', by: 'carrier' },
    },
    'authority.activated': {
      does: 'finds the authority in order',
      event: { type: 'authority.activated', by: 'agent' },
    },
    'authority.revoked': { does: 'revokes the authority', event: { type: 'authority.revoked', by: 'agent' } },
    'authority.reopened': { does: 'looks at the authority again', event: { type: 'authority.reopened', by: 'agent' } },
    'policy.added': {
      does: 'uploads a liability policy',
      event: policy('policy.added', 'carrier', 'liability', through) as never,
    },
    'policy.removed': {
      does: 'removes the liability policy',
      event: policy('policy.removed', 'carrier', 'liability', null) as never,
    },
    'policy.started': {
      does: 'begins the cover of the liability policy',
      event: policy('policy.started', 'system', 'liability', through) as never,
    },
    'policy.ended': {
      does: 'ends the cover of the liability policy',
      event: policy('policy.ended', 'system', 'liability', '2030-01-01') as never,
    },
  },
  // After an event on one policy, the other policies determine how far the cover reaches.
  more: Object.fromEntries(
    REQUIRED_COVER.flatMap((kind) =>
      POLICY_EVENTS.flatMap(([type, by, does]) => [
        ...REACHES.map(([until, then]) => [
          `${type} ${kind} ${then}`,
          { does: `${does} a ${kind} policy, whose cover is then ${then}`, event: policy(type, by, kind, until) },
        ]),
        [
          `${type} ${kind} too low`,
          {
            does: `${does} a ${kind} policy, whose cover is then below the minimum`,
            event: { ...policy(type, by, kind, null), lowLimit: LOW },
          },
        ],
      ]),
    ),
  ),
  breaks: {
    'it is of this kind': ({ event, facts }) => ({ event: { ...event, kind: 'general' } as never, facts }),
    'it holds through the delivery': ({ event, facts }) => ({
      event: { ...event, until: '2030-01-03' } as never,
      facts,
    }),
    'it holds today': ({ event, facts }) => ({ event: { ...event, until: '2030-01-01' } as never, facts }),
    'it has ended': ({ event, facts }) => ({ event: { ...event, until: null } as never, facts }),
    'its limit is too low': ({ event, facts }) => ({ event: { ...event, lowLimit: null } as never, facts }),
  },
  rows: null,
});

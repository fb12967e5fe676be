import { expect, it, vi } from 'vitest';
import { agentLead } from '../models/agent-lead.model.ts';
import { mailing } from '../models/mailing.model.ts';
import { models } from '../models/all.ts';
import { notifications } from '../models/notifications.model.ts';
import { resend } from '../models/resend.model.ts';
import { session } from '../models/session.model.ts';
import { toMermaid } from './write-mermaid.ts';

// On a busy machine.
vi.setConfig({ testTimeout: 60_000 });

it('draws states and transitions with what they need', () => {
  expect(toMermaid(mailing)).toBe(`---
title: "Mails about new leads, of one mailbox"
---
stateDiagram-v2
  direction LR
  [*] --> s_unsubscribed
  state "unsubscribed" as s_unsubscribed
  state "pending" as s_pending
  state "subscribed" as s_subscribed
  s_unsubscribed --> s_pending : asks for mails about two states [at least one state is chosen]
  s_pending --> s_pending : asks for mails about two states [at least one state is chosen]
  s_pending --> s_subscribed : confirms through the mail [at least one state is chosen, the question is not older than 7 days]
  s_pending --> s_unsubscribed : unsubscribes
  s_pending --> s_unsubscribed : ends what nobody confirmed [nobody confirmed in time]
  s_subscribed --> s_subscribed : asks for mails about two states [at least one state is chosen]
  s_subscribed --> s_subscribed : confirms through the mail [at least one state is chosen, the question is not older than 7 days]
  s_subscribed --> s_subscribed : changes the choice by the link of a mail [at least one state is chosen]
  s_subscribed --> s_unsubscribed : unsubscribes
`);
});

it('puts stages into frames, and a history into its own', () => {
  const drawn = toMermaid(agentLead);
  expect(drawn).toContain('    state s_live_open_contracts {\n      [*] --> s_live_open_contracts_awaiting_carrier\n');
  expect(drawn).toMatch(/s_archived --> s_live_place : /);
});

it.each(models.map((model) => [model.id, model] as const))(
  '%s: every line leads between states that are drawn, and carries nothing that ends a label',
  (_id, model) => {
    const lines = toMermaid(model).split('\n');
    const drawn = new Set(lines.flatMap((line) => line.match(/ as (\w+)$/)?.slice(1) ?? []));
    const arrows = lines.flatMap((line) =>
      line.includes('-->') && !line.includes('[*]')
        ? [/^ +(\w+) --> (\w+) : ([^:;#]+)$/.exec(line)?.slice(1) ?? [line]]
        : [],
    );
    // Each event has a line, or a remark if it is handled in every state.
    const remarks = lines.filter((line) => line.startsWith('  %% in any state: '));
    expect(arrows.length + remarks.length).toBeGreaterThanOrEqual(model.machine.events.length);
    expect(arrows.filter(([from, to, label]) => !drawn.has(from!) || !drawn.has(to!) || !label)).toEqual([]);
  },
);

it('says of a flow what was answered, and not under which guard again', () => {
  const drawn = toMermaid(session);
  expect(drawn).toContain('  s_restoring --> s_signedIn : readSession answers - somebody\n');
  expect(drawn).toContain('  s_signedIn --> s_signedOut : the server says that the session has ended\n');
  expect(toMermaid(resend)).toContain(
    '  s_waiting --> s_waiting : the seconds run out\n  s_waiting --> s_ready : if the wait is over\n',
  );
  expect(toMermaid(notifications)).toContain('  state "notifications" as s_\n  s_ --> s_ : ');
});

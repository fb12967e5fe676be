import { expect, it, vi } from 'vitest';
import { agentLead } from '../models/agent-lead.model.ts';
import { chat } from '../models/chat.model.ts';
import { checkout } from '../models/checkout.model.ts';
import { models } from '../models/all.ts';
import { session } from '../models/session.model.ts';
import { drawnStatesOf, stateName } from './lifecycle.ts';
import { toSvg } from './write-svg.ts';

// On a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const textsOf = (svg: string): string[] => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text!);

it.each(models.map((model) => [model.id, model] as const))(
  '%s: every state is drawn once, inside the picture',
  (_id, model) => {
    const svg = toSvg(model);
    const names = drawnStatesOf(model.machine)
      .filter(({ type }) => type !== 'history')
      .map(stateName);
    const drawn = textsOf(svg);
    expect(
      names.filter(
        (name) => drawn.filter((text) => text === name).length !== names.filter((other) => other === name).length,
      ),
    ).toEqual([]);
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!.map(Number);
    const corners = [...svg.matchAll(/<rect x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)"/g)].map(
      (match) => match.slice(1).map(Number) as [number, number, number, number],
    );
    expect(corners.length).toBeGreaterThanOrEqual(names.length);
    expect(corners.filter(([x, y, w, h]) => !(x >= 0 && y >= 0 && x + w <= width! && y + h + 40 <= height!))).toEqual(
      [],
    );
    expect(svg).not.toMatch(/NaN|undefined/);
  },
);

it('draws from left to right, and says below what may happen anywhere', () => {
  const svg = toSvg(agentLead);
  const at = (name: string) => Number(new RegExp(`<text x="([\\d.]+)"[^>]*>${name}</text>`).exec(svg)![1]);
  const places = [
    'new',
    'quote sent',
    'contract sent',
    'contracted',
    'award carrier',
    'awaiting carrier',
    'in progress',
    'closed',
    'invoiced',
    'paid',
  ].map(at);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(textsOf(svg)).toContain('anywhere in open contracts: edits the lead');
});

it('calls a transition by the payload that leads there', () => {
  const texts = textsOf(toSvg(chat));
  expect(texts).toContain('fills in what was missing');
  expect(texts).toContain('takes back what was said');
});

it('draws of a flow who answers what, what time does, and where it begins', () => {
  const texts = textsOf(toSvg(session));
  expect(texts).toEqual(
    expect.arrayContaining([
      'readSession answers: somebody',
      'readSession: no answer',
      'unknown role',
      'anywhere in signed in: the server says that the session has ended → signed out',
    ]),
  );
  expect(textsOf(toSvg(checkout))).toEqual(
    expect.arrayContaining([
      'a while passes',
      'check answers',
      'open answers: a card form, or 3 others, if the bank was asked before',
      'restore answers: paying, or 6 others',
      'if a card can be entered',
      'otherwise',
    ]),
  );
  expect(toSvg(session).match(/It begins here/g)).toHaveLength(1);
});

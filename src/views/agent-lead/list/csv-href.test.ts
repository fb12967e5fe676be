import { expect, test } from 'vitest';
import { csvHref } from './csv-href.ts';
import type { LeadFilters } from './lead-filters.ts';

test('the file is asked for with every filter of the list, in the spelling of REST', () => {
  const filters: Required<Omit<LeadFilters, 'view' | 'saved'>> = {
    mine: '1',
    agent: '00000000-0000-4000-8000-000000000000',
    kind: 'household_interstate',
    from: 'TX',
    to: 'OH',
    after: '2026-06-01',
    before: '2026-06-30',
    stage: 'awaiting-carrier',
    work: 'job-unsigned',
    sort: 'move_date',
  };
  const asked = new URLSearchParams(csvHref({ ...filters, view: 'board', saved: 'x' }, 'open-contracts').split('?')[1]);
  expect(Object.fromEntries(asked)).toEqual({
    state: 'open-contracts',
    mine: 'true',
    assigned_agent_id: filters.agent,
    kind: 'household-interstate',
    origin_state: 'TX',
    destination_state: 'OH',
    move_date_from: '2026-06-01',
    move_date_to: '2026-06-30',
    stage: 'awaiting-carrier',
    work: 'job-unsigned',
    sort: 'move-date',
  });
});

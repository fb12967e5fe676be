import { expect, test } from 'vitest';
import { csvHref } from './csv-href.ts';
import type { LeadFilters } from './lead-filters.ts';

test('the file is asked for with every filter of the list, in the spelling of REST', () => {
  const filters: Required<Omit<LeadFilters, 'view' | 'saved' | 'columns'>> = {
    mine: '1',
    agent: '00000000-0000-4000-8000-000000000000',
    kind: 'household_interstate,local',
    source: 'Web_form,Chat',
    from: 'TX,FL',
    to: 'OH',
    fromCity: 'Austin',
    toCity: 'Day',
    priceMin: '100000',
    priceMax: '250000',
    ageMin: '7',
    ageMax: '30',
    after: '2026-06-01',
    before: '2026-06-30',
    stage: 'awaiting-carrier',
    work: 'job-unsigned',
    sort: 'move_date_desc',
  };
  const asked = new URLSearchParams(
    csvHref({ ...filters, view: 'board', saved: 'x', columns: 'route' }, 'open-contracts').split('?')[1],
  );
  expect(Object.fromEntries(asked)).toEqual({
    state: 'open-contracts',
    mine: 'true',
    assigned_agent_id: filters.agent,
    kind: 'household-interstate,local',
    source: 'Web_form,Chat',
    origin_state: 'TX,FL',
    destination_state: 'OH',
    origin_city: 'Austin',
    destination_city: 'Day',
    price_from: '100000',
    price_to: '250000',
    age_from: '7',
    age_to: '30',
    move_date_from: '2026-06-01',
    move_date_to: '2026-06-30',
    stage: 'awaiting-carrier',
    work: 'job-unsigned',
    sort: 'move-date-desc',
  });
});

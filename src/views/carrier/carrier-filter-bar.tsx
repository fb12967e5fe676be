import { useQuery } from '@apollo/client/react';
import { MagnifyingGlassIcon, MapPinIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import { AgentCarrierFiltersDocument, type CarrierSort } from '#src/generated/graphql/graphql.ts';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { FilterBar, SortMenu } from '#src/views/ui/filter-bar.tsx';
import { FilterChip } from '#src/views/ui/filter-chip.tsx';
import { SearchFilter } from '#src/views/ui/search-filter.tsx';
import { ZipInput } from '#src/views/ui/zip-input.tsx';
import { CARRIER_SORTS, type CarrierFilters, isFiltered, RADII, sortOf } from './carrier-filters.ts';

interface CarrierFilterBarProps {
  filters: CarrierFilters;
  onChange: (part: CarrierFilters) => void;
  onClear: () => void;
  /** The server's error for the ZIP code. */
  zipError: string | null;
}

/** Filters the carriers; the options are those that at least one carrier has. */
export function CarrierFilterBar({ filters, onChange, onClear, zipError }: CarrierFilterBarProps) {
  const { state, equipment, compliant, truck, near, within } = filters;
  const { data } = useQuery(AgentCarrierFiltersDocument);
  const known = data?.agentCarrierFilters;
  const sort = sortOf(filters);
  const own = sortOf({ ...filters, sort: undefined });
  return (
    <div>
      <FilterBar
        search={
          <>
            <span className="max-w-60 flex-1" style={{ minWidth: '10rem' }}>
              <SearchFilter
                aria-label="Search carriers"
                placeholder="Search carriers"
                before={<MagnifyingGlassIcon className="size-4" />}
                className="h-8!"
                value={filters.query ?? ''}
                onChange={(query) => onChange({ query: query || undefined })}
              />
            </span>
            <ZipField
              value={near ?? ''}
              invalid={zipError !== null}
              onChange={(zip) =>
                onChange({ near: zip || undefined, ...(zip ? {} : { within: undefined, sort: undefined }) })
              }
            />
          </>
        }
        onClear={isFiltered(filters) ? onClear : null}
        end={
          <SortMenu
            value={sort}
            names={CARRIER_SORTS}
            offered={(Object.keys(CARRIER_SORTS) as CarrierSort[]).filter((value) => value !== 'distance' || near)}
            onChange={(value) => onChange({ sort: value === own ? undefined : value })}
          />
        }
      >
        {near && (
          <FilterChip
            name="Within"
            value={within ? `${within} miles` : null}
            options={RADII.map((miles) => ({ label: `${miles} miles`, onSelect: () => onChange({ within: miles }) }))}
            onClear={() => onChange({ within: undefined })}
          />
        )}
        <FilterChip
          name="Compliance"
          value={compliant ? 'compliant only' : null}
          options={[
            {
              label: known
                ? `Compliant only (${known.compliance.compliant} of ${known.compliance.compliant + known.compliance.notCompliant})`
                : 'Compliant only',
              onSelect: () => onChange({ compliant: '1' }),
            },
          ]}
          onClear={() => onChange({ compliant: undefined })}
        />
        <FilterChip
          name="Trucks"
          value={truck ? 'empty now or soon' : null}
          options={[{ label: 'With an empty truck', onSelect: () => onChange({ truck: '1' }) }]}
          onClear={() => onChange({ truck: undefined })}
        />
        <FilterChip
          name="State"
          value={state ? US_STATES[state]! : null}
          options={(known?.states ?? []).map((code) => ({
            label: US_STATES[code] ?? code,
            onSelect: () => onChange({ state: code }),
          }))}
          onClear={() => onChange({ state: undefined })}
        />
        <FilterChip
          name="Equipment"
          value={equipment ?? null}
          options={(known?.equipment ?? []).map((name) => ({
            label: name,
            onSelect: () => onChange({ equipment: name }),
          }))}
          onClear={() => onChange({ equipment: undefined })}
        />
      </FilterBar>
      <p aria-live="polite" id="near-error" className="text-red-600 not-empty:mt-1.5">
        {zipError}
      </p>
    </div>
  );
}

/** Applies at its fifth digit, and when it is cleared. */
function ZipField({ value, invalid, onChange }: { value: string; invalid: boolean; onChange: (zip: string) => void }) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setText(value);
  }
  return (
    <span className="mr-1.5 w-32">
      <ZipInput
        aria-label="Near ZIP code"
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? 'near-error' : undefined}
        placeholder="Near ZIP"
        autoComplete="off"
        before={<MapPinIcon className="size-4" />}
        className="h-8!"
        value={text}
        onChange={(zip) => {
          setText(zip);
          if (zip !== value && (zip.length === 5 || zip === '')) onChange(zip);
        }}
      />
    </span>
  );
}

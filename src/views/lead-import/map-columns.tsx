import type { ImportField } from '#src/generated/graphql/graphql.ts';
import { Card } from '#src/views/ui/card.tsx';
import { Select } from '#src/views/ui/select.tsx';
import { FIELD_NAMES, type LeadImport, type Mapping } from './import-names.ts';

const FIELDS = Object.keys(FIELD_NAMES) as ImportField[];
const OPTIONS = FIELDS.map((value) => ({ value, label: FIELD_NAMES[value] }));

interface MapColumnsProps {
  columns: LeadImport['columns'];
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

/** The meaning of each column, beside the values of its first rows. */
export function MapColumns({ columns, mapping, onChange }: MapColumnsProps) {
  return (
    <Card title="Columns" flush>
      <ul className="divide-y divide-gray-100">
        {columns.map(({ header, sample }, at) => (
          <li key={at} className="grid items-start gap-x-4 gap-y-2 px-4 py-2.5 sm:grid-cols-2">
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{header}</p>
              <p className="truncate text-gray-500">
                {sample.filter(Boolean).slice(0, 3).join(' · ') || 'Empty in the first rows'}
              </p>
            </div>
            <Select
              aria-label={`Field of the column ${header}`}
              placeholder="Leave out"
              value={mapping[at] ?? ''}
              options={OPTIONS}
              onChange={({ currentTarget: { value } }) =>
                onChange(
                  mapping.map((field, other) => (other === at ? ((value || null) as ImportField | null) : field)),
                )
              }
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

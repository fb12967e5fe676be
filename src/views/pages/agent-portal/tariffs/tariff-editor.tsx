import { useEffect, useState } from 'react';
import {
  SHARE_NAMES,
  TARIFF_AMOUNTS,
  TARIFF_COUNTS,
  tariffAmounts,
  tariffCounts,
  tariffShares,
} from '#src/machines/tariff/tariff.ts';
import { Section } from '#src/views/ui/card.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { MoneyInput } from '#src/views/ui/money-input.tsx';
import { NumberInput } from '#src/views/ui/number-input.tsx';
import { RatesSection } from './rates-section.tsx';
import { readDraft, type OpenTariff, type TariffDraft } from './tariff-draft.ts';
import { SeasonRows, tariffId, VolumeRows } from './tariff-rows.tsx';
import { TryTariff } from './try-tariff.tsx';

const GRID = 'grid grid-cols-2 gap-4 sm:grid-cols-3';

interface TariffEditorProps {
  start: TariffDraft;
  onChange: (draft: TariffDraft) => void;
}

/** All parts of a tariff. Every edit is passed on immediately. */
export function TariffEditor({ start, onChange }: TariffEditorProps) {
  const [draft, setDraft] = useState(start);
  useEffect(() => {
    if (draft !== start) onChange(draft);
    // Only edits are passed on.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [draft]);
  const change = (part: Partial<OpenTariff>) => setDraft((now) => ({ ...now, rest: { ...now.rest, ...part } }));
  const { rest } = draft;
  const { tariff, cells, fields } = readDraft(draft);
  return (
    <div>
      <Section title="Line haul by weight" description="By distance and weight: a rate per 100 lb, and a minimum.">
        <RatesSection text={start.sheet} errors={cells} onChange={(sheet) => setDraft((now) => ({ ...now, sheet }))} />
        {fields.rates && <p className="mt-2 text-red-600">{fields.rates}</p>}
      </Section>
      <Section
        title="Line haul by volume"
        description="Used instead of the weight when the inventory gives a volume. Leave it empty to price by weight alone."
      >
        <VolumeRows rows={rest.volume_rates} errors={fields} onChange={(volume_rates) => change({ volume_rates })} />
      </Section>
      <Section title="Services and access">
        <div className={GRID}>
          {tariffAmounts.map((amount) => (
            <Field
              key={amount}
              label={TARIFF_AMOUNTS[amount].name}
              id={tariffId(amount)}
              error={fields[amount]}
              help={`per ${TARIFF_AMOUNTS[amount].per}`}
            >
              <MoneyInput value={rest[amount]} onChange={(value) => change({ [amount]: value })} />
            </Field>
          ))}
          {tariffCounts.map((count) => (
            <Field key={count} label={TARIFF_COUNTS[count].name} id={tariffId(count)} error={fields[count]}>
              <NumberInput
                value={rest[count]}
                maxLength={5}
                after={TARIFF_COUNTS[count].unit}
                onChange={(value) => change({ [count]: value })}
              />
            </Field>
          ))}
        </div>
      </Section>
      <Section
        title="Seasons"
        description="Applied by pick-up date, every year. Enter a negative percentage to lower the line haul."
      >
        <SeasonRows rows={rest.seasons} errors={fields} onChange={(seasons) => change({ seasons })} />
      </Section>
      <Section
        title="Broker fee and deposit"
        description="The fee is a percentage of the charges, the deposit of the total."
      >
        <div className="grid grid-cols-2 gap-4">
          {tariffShares.map((share) => (
            <fieldset key={share} className="contents">
              <legend className="sr-only">{SHARE_NAMES[share]}</legend>
              <Field label={SHARE_NAMES[share]} id={tariffId(`${share}/percent`)} error={fields[`${share}/percent`]}>
                <NumberInput
                  value={rest[share].percent}
                  fraction={2}
                  maxLength={6}
                  after="%"
                  onChange={(percent) => change({ [share]: { ...rest[share], percent } })}
                />
              </Field>
              <Field label="At least" id={tariffId(`${share}/at_least`)} error={fields[`${share}/at_least`]}>
                <MoneyInput
                  value={rest[share].at_least}
                  onChange={(at_least) => change({ [share]: { ...rest[share], at_least } })}
                />
              </Field>
            </fieldset>
          ))}
        </div>
      </Section>
      <Section title="Try it" description="What a move would cost at these rates, published or not.">
        <TryTariff tariff={tariff} />
      </Section>
    </div>
  );
}

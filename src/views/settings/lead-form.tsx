import { useApolloClient } from '@apollo/client/react';
import { SaveLeadSettingsDocument, type SettingsFragment } from '#src/generated/graphql/graphql.ts';
import { Field } from '#src/views/ui/field.tsx';
import { mutate } from '#src/views/ui/mutate.ts';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { NAMES } from './setting-names.ts';
import { SettingsForm } from './settings-form.tsx';
import type { SectionProps } from './use-settings.ts';

/** One per line, as typed. */
interface Fields {
  archiveReasons: string;
}
const valuesOf = ({ leads }: SettingsFragment): Fields => ({ archiveReasons: leads.archiveReasons.join('\n') });
const reasonsIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function wrongReasons(text: string): string | false {
  const reasons = reasonsIn(text);
  if (reasons.length === 0) return 'Enter at least one reason.';
  if (reasons.length > 20) return 'Enter at most 20 reasons.';
  if (reasons.some(({ length }) => length > 80)) return 'A reason can have up to 80 characters.';
  const isTwice = new Set(reasons.map((reason) => reason.toLowerCase())).size < reasons.length;
  return isTwice && 'Each reason can be listed only once.';
}

/** The reasons from which agents choose when they archive a lead. */
export function LeadForm({ settings, readAgain }: SectionProps) {
  const client = useApolloClient();
  return (
    <SettingsForm<Fields>
      section="leads"
      saved={valuesOf(settings)}
      version={settings.leads.version}
      names={NAMES.leads}
      show={(value) => reasonsIn(value as string).join(', ')}
      check={({ archiveReasons }) => ({ archiveReasons: wrongReasons(archiveReasons) })}
      write={(version, { archiveReasons = '' }, key) =>
        mutate({ client, key }, SaveLeadSettingsDocument, { version, archiveReasons: reasonsIn(archiveReasons) })
      }
      readAgain={async () => {
        const now = await readAgain();
        return { version: now.leads.version, values: valuesOf(now) };
      }}
      done="Reasons saved"
    >
      {({ values, change, of }) => (
        <Field
          label={NAMES.leads.archiveReasons}
          help="One per line, most common first. Archived leads keep the reason given."
          {...of('archiveReasons')}
        >
          <Textarea
            rows={6}
            value={values.archiveReasons}
            onChange={(event) => change({ archiveReasons: event.currentTarget.value })}
          />
        </Field>
      )}
    </SettingsForm>
  );
}

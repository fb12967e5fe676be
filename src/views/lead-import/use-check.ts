import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { CheckLeadImportDocument } from '#src/generated/graphql/graphql.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import type { Findings, Mapping } from './import-names.ts';

/** Checks the whole file part by part, so that results appear early; a new check replaces one in progress. */
export function useCheck(id: string) {
  const client = useApolloClient();
  const notify = useNotify();
  const [found, setFound] = useState<Findings | null>(null);
  const latest = useRef(0);
  async function check(mapping: Mapping): Promise<void> {
    const own = ++latest.current;
    let all: Findings = { checked: 0, right: 0, repeated: 0, duplicates: [], bad: [], next: 0 };
    setFound(all);
    try {
      while (all.next !== null) {
        const variables = { id, mapping, after: all.next };
        const { data } = await client.mutate({ mutation: CheckLeadImportDocument, variables, fetchPolicy: 'no-cache' });
        if (own !== latest.current) return;
        const part = data!.checkLeadImport;
        all = {
          checked: all.checked + part.checked,
          right: all.right + part.right,
          repeated: all.repeated + part.repeated,
          duplicates: [...all.duplicates, ...part.duplicates],
          bad: [...all.bad, ...part.bad],
          next: part.next,
        };
        setFound(all);
      }
    } catch (error) {
      if (own !== latest.current) return;
      setFound(null);
      notify.failed(error, 'The file could not be checked.');
    }
  }
  function forget(): void {
    latest.current += 1;
    setFound(null);
  }
  return { found, check, forget };
}

import { MovedAgentLeadDocument } from '#src/generated/graphql/graphql.ts';
import { uploadFile } from '#src/views/ui/upload-file.ts';
import type { LeadRow } from '../lead-lifecycle.ts';
import type { Write } from './use-move.ts';

interface Upload {
  path: string;
  part: string;
  file: File;
  fields?: Record<string, string>;
  onProgress: (fraction: number) => void;
}

/** A move that carries a file goes straight to REST; the lead is read again afterwards, so that the cache is right. */
export async function uploadMove(
  lead: LeadRow,
  { version, key, signal, client }: Omit<Write<unknown>, 'draft'>,
  { path, part, file, fields, onProgress }: Upload,
): Promise<void> {
  await uploadFile(`/files/agent-lead/${lead.id}/${path}`, file, {
    part,
    fields: { ...fields, version: String(version) },
    key,
    signal,
    onProgress,
  });
  await client.query({ query: MovedAgentLeadDocument, variables: { id: lead.id }, fetchPolicy: 'network-only' });
}

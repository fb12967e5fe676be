import { MovedAgentLeadDocument } from '#src/generated/graphql/graphql.ts';
import { sendForm, uploadFile } from '#src/views/ui/upload-file.ts';
import type { LeadRow } from '../lead-lifecycle.ts';
import type { Write } from './use-move.ts';

interface Upload {
  path: string;
  part: string;
  /** Null if no file is attached. */
  file: File | null;
  fields?: Record<string, string>;
  onProgress: (fraction: number) => void;
}

/** A transition with a file goes directly to REST; the lead is loaded again afterwards to update the cache. */
export async function uploadMove(
  lead: LeadRow,
  { version, key, signal, client }: Omit<Write<unknown>, 'draft'>,
  { path, part, file, fields, onProgress }: Upload,
): Promise<void> {
  const url = `/files/agent-lead/${lead.id}/${path}`;
  const all = { ...fields, version: String(version) };
  if (file) await uploadFile(url, file, { part, fields: all, key, signal, onProgress });
  else {
    const body = new FormData();
    for (const [name, value] of Object.entries(all)) body.append(name, value);
    await sendForm(url, body, { key, signal });
  }
  await client.query({ query: MovedAgentLeadDocument, variables: { id: lead.id }, fetchPolicy: 'network-only' });
}

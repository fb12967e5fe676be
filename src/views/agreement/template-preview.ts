import type { TemplateKind } from '#src/machines/agreement/template-text.ts';
import { UploadError } from '#src/views/ui/upload-file.ts';

/** Saves a sample agreement of this text as PDF, made by the server. Rejects with what it refused. */
export async function downloadPreview(kind: TemplateKind, source: string): Promise<void> {
  const body = new FormData();
  body.append('source', source);
  const answer = await fetch(`/files/agent/agreement-templates/${kind}/preview`, {
    method: 'POST',
    body,
    headers: { 'x-requested-with': 'lead-platform' },
  });
  if (!answer.ok) throw new UploadError(answer.status, await answer.json().catch(() => null));
  const url = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = `Sample of the ${kind} agreement.pdf`;
  link.click();
  URL.revokeObjectURL(url);
}

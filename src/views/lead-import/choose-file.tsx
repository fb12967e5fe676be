import { useState } from 'react';
import { Callout } from '#src/views/ui/callout.tsx';
import { FileDrop } from '#src/views/ui/file-drop.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { uploadFile } from '#src/views/ui/upload-file.ts';

/** A file is sent as soon as it is chosen: nothing is imported by that. */
export function ChooseFile({ onSent }: { onSent: (importId: string) => void }) {
  const [sending, setSending] = useState<{ file: File; progress: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  async function send(file: File): Promise<void> {
    setProblem(null);
    setSending({ file, progress: 0 });
    try {
      const answer = await uploadFile('/files/agent/lead-imports', file, {
        onProgress: (progress) => setSending({ file, progress }),
      });
      onSent((answer as { id: string }).id);
    } catch (error) {
      setProblem(problemOf(error).detail ?? 'The file could not be sent. Check your connection and try again.');
    } finally {
      setSending(null);
    }
  }
  return (
    <div className="max-w-xl space-y-4">
      {problem && <Callout color="red" title={problem} />}
      {sending ? (
        <div role="status">
          <p className="truncate">Sending {sending.file.name}…</p>
          <progress className="w-full" aria-label={`Uploading ${sending.file.name}`} value={sending.progress} />
        </div>
      ) : (
        <FileDrop accepts="tables" multiple={false} onFiles={([file]) => file && void send(file)}>
          Drop a CSV file here
        </FileDrop>
      )}
      <p className="text-gray-600">
        One lead per line, up to 5,000 lines and 5 MB. The first line names the columns: client, phone or email, and
        where the move goes from and to. You’ll see what was found before anything is imported.
      </p>
    </div>
  );
}

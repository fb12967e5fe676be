import { useState } from 'react';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { MOST_IMPORTED_LEADS } from '#src/machines/file/accepted-files.ts';
import { Callout } from '#src/views/ui/callout.tsx';
import { FileDrop } from '#src/views/ui/file-drop.tsx';
import { uploadFile } from '#src/views/ui/upload-file.ts';
import { useWrite } from '#src/views/ui/use-write.ts';

/** A file is uploaded as soon as it is selected, but that imports nothing yet. */
export function ChooseFile({ onSent }: { onSent: (importId: string) => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState(0);
  const { busy, problem, write } = useWrite({ inline: 'all' });
  function send(chosen: File): void {
    setFile(chosen);
    setProgress(0);
    void write({
      send: () => uploadFile('/files/agent/lead-imports', chosen, { onProgress: setProgress }),
      done: (answer) => onSent((answer as { id: string }).id),
      failed: 'The file could not be sent. Check your connection and try again.',
    });
  }
  return (
    <div className="max-w-xl space-y-4">
      {problem && <Callout color="red" title={problem} />}
      {busy !== null && file ? (
        <div role="status">
          <p className="truncate">Sending {file.name}…</p>
          <progress className="w-full" aria-label={`Uploading ${file.name}`} value={progress} />
        </div>
      ) : (
        <FileDrop accepts="tables" multiple={false} onFiles={([chosen]) => chosen && send(chosen)}>
          Drop a CSV file here
        </FileDrop>
      )}
      <p className="text-gray-600">
        One lead per line, up to {showWhole(MOST_IMPORTED_LEADS)} lines. The first line names the columns: client, phone
        or email, and where the move goes from and to. You’ll see what was found before anything is imported.
      </p>
    </div>
  );
}

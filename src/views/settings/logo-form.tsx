import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { LogoSettingsDocument, RemoveLogoDocument } from '#src/generated/graphql/graphql.ts';
import { BrandLogo } from '#src/views/ui/brand-logo.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { FileDrop } from '#src/views/ui/file-drop.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { uploadFile } from '#src/views/ui/upload-file.ts';
import type { SectionProps } from './use-settings.ts';

const PREVIEW = { width: 300, height: 100 };

/** The logo of the brokerage: shown as others see it, replaced, or removed. */
export function LogoForm({ settings }: SectionProps) {
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(LogoSettingsDocument, { fetchPolicy: 'cache-and-network' });
  const readAgain = () => refetch().catch(() => {});
  useLive('settings', () => void readAgain());
  const [progress, setProgress] = useState<number | null>(null);
  const upload = useWrite({ inline: 'all' });
  const [isAsking, setAsking] = useState(false);
  const { busy, write } = useWrite();
  const now = data?.logoSettings;
  if (error && !now) return <FailedState title="The logo could not be loaded" onRetry={() => void readAgain()} />;
  if (!now) {
    return (
      <Loading label="Loading the logo…">
        <TextBones lines={3} />
      </Loading>
    );
  }
  const { version, logo, history } = now;

  const save = (file: File) => {
    setProgress(0);
    return upload
      .write({
        send: () =>
          uploadFile('/files/agent/settings/logo', file, {
            part: 'logo',
            fields: { version: String(version) },
            onProgress: setProgress,
          }),
        done: 'Logo saved',
        failed: 'The logo could not be saved. Check your connection.',
        reasonOf(failure) {
          const { status, detail } = problemOf(failure);
          return detail ?? (status === 413 ? 'The file is too large.' : null);
        },
      })
      .then(async () => {
        await readAgain();
        setProgress(null);
      });
  };

  function remove(): void {
    upload.dismiss();
    void write({
      send: () => client.mutate({ mutation: RemoveLogoDocument, variables: { version } }),
      done: 'Logo removed',
      failed: 'The logo could not be removed. Try again.',
    }).then(async () => {
      await readAgain();
      setAsking(false);
    });
  }

  return (
    <div className="max-w-160 space-y-4">
      {logo ? (
        <div className="rounded-lg border border-gray-200 p-4">
          <BrandLogo logo={logo} name={`Logo of ${settings.brokerage.name}`} box={PREVIEW} />
        </div>
      ) : (
        <p className="text-gray-600">No logo yet. Your name is shown instead.</p>
      )}
      {upload.problem && <Callout color="red" role="alert" title={upload.problem} />}
      <FileDrop accepts="logos" multiple={false} onFiles={([file]) => file && progress === null && void save(file)}>
        {progress === null
          ? `Drop ${logo ? 'another' : 'a'} logo here, or choose a file`
          : `Saving… ${Math.round(progress * 100)}%`}
      </FileDrop>
      <p className="text-gray-600">PNG or JPEG. Scaled to at most 600 × 200 pixels.</p>
      {logo && (
        <Button variant="ghost" onClick={() => setAsking(true)}>
          Remove logo
        </Button>
      )}
      {history.length > 0 && (
        <ul aria-label="Logo history" className="divide-y divide-gray-100 text-gray-600">
          {history.map((one) => (
            <li key={one.version} className="flex flex-wrap justify-between gap-x-3 py-2.5">
              <span>
                {one.isRemoval ? 'Removed' : 'Set'} by {one.actorName}
              </span>
              <RelativeTime instant={one.at} />
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Remove the logo?"
        confirm="Remove logo"
        busy={busy !== null}
        onConfirm={remove}
      >
        Pages, emails, and new documents will show your name instead. Existing documents keep the logo.
      </ConfirmDialog>
    </div>
  );
}

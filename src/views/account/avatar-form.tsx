import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { RemoveAvatarDocument } from '#src/generated/graphql/graphql.ts';
import { Avatar } from '#src/views/ui/avatar.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const CropDialog = lazy(() => import('./crop-dialog.tsx'));

interface AvatarFormProps {
  person: { name: string; avatarUrl?: string | null };
  /** Where the picture is uploaded: the portal's path under /files/. */
  uploadUrl: string;
  onChanged: () => void;
}

/** The person's picture: selected, cropped to a square with a preview, replaced, or removed. */
export function AvatarForm({ person, uploadUrl, onChanged }: AvatarFormProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const input = useRef<HTMLInputElement>(null);
  const [image, setImage] = useState<ImageBitmap | null>(null);
  const { busy, write } = useWrite();

  async function choose(file: File | undefined) {
    if (!file) return;
    try {
      setImage(await createImageBitmap(file));
    } catch {
      notify.failed(null, 'This file can’t be read as a picture. Choose a JPEG, PNG, or WebP.');
    }
  }

  const remove = () =>
    write({
      send: () => client.mutate({ mutation: RemoveAvatarDocument }),
      done() {
        notify.done('Picture removed');
        onChanged();
      },
      failed: 'Couldn’t remove the picture. Try again.',
    });

  return (
    <div className="flex items-center gap-4">
      <Avatar name={person.name} url={person.avatarUrl} className="size-16 text-lg!" />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => input.current?.click()}>
          {person.avatarUrl ? 'Replace picture' : 'Choose a picture'}
        </Button>
        {person.avatarUrl && (
          <Button variant="ghost" busy={busy !== null} onClick={() => void remove()}>
            Remove picture
          </Button>
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp,image/gif"
        aria-label="Picture"
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      {image && (
        <LazyBoundary>
          <CropDialog
            image={image}
            uploadUrl={uploadUrl}
            onClose={() => setImage(null)}
            onSaved={() => {
              setImage(null);
              notify.done('Picture saved');
              onChanged();
            }}
          />
        </LazyBoundary>
      )}
    </div>
  );
}

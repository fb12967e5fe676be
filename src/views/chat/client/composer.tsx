import { PaperAirplaneIcon, PhotoIcon, XMarkIcon } from '@heroicons/react/24/outline';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import {
  EMPTY_FILE,
  LARGEST_FILES,
  MOST_CHAT_PHOTOS,
  showLimit,
  tooLargeFile,
} from '#src/machines/file/accepted-files.ts';
import { IconButton } from '#src/views/ui/button.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { LocalPicture } from './local-picture.tsx';

interface ComposerProps {
  link: string;
  onSend: (text: string, photos: readonly File[]) => void;
  /** Called for each character that is typed. */
  onTyping: () => void;
}

const TEXT_LIMIT = 4000;
/** Without HEIC, so that a phone converts its own photos to JPEG. */
const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];
const NONE: readonly File[] = [];
/** The height of one line of text. */
const SIDE = 44;
const square = { width: SIDE, height: SIDE };

/** The client's input. The draft is kept for the link until it is sent. */
export function Composer({ link, onSend, onTyping }: ComposerProps) {
  const [draft, setDraft] = useDraft<{ text: string }>(`chat:${link}`);
  const [photos, setPhotos] = useState(NONE);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const picker = useRef<HTMLInputElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const text = draft?.text ?? '';

  function add(files: readonly File[]): void {
    const fit = files.filter((file) => whyNot(file) === null);
    const all = [...photos, ...fit];
    setPhotos(all.slice(0, MOST_CHAT_PHOTOS));
    const left = all.slice(MOST_CHAT_PHOTOS).map(({ name }) => name);
    setProblems([
      ...files.flatMap((file) => whyNot(file) ?? []),
      ...(left.length > 0
        ? [`One message takes ${MOST_CHAT_PHOTOS} photos. Send the others with the next one: ${left.join(', ')}.`]
        : []),
    ]);
  }
  function send(event?: FormEvent): void {
    event?.preventDefault();
    if (!text.trim() && photos.length === 0) return area.current?.querySelector('textarea')?.focus();
    onSend(text.trim(), photos);
    setDraft(null);
    setPhotos(NONE);
    setProblems([]);
    area.current?.querySelector('textarea')?.focus();
  }
  function keys(event: KeyboardEvent): void {
    // A touch keyboard has no convenient Shift, so Enter inserts a new line there, and the button sends.
    if (
      event.key !== 'Enter' ||
      event.shiftKey ||
      event.nativeEvent.isComposing ||
      matchMedia('(pointer: coarse)').matches
    )
      return;
    event.preventDefault();
    send();
  }

  return (
    <form onSubmit={send}>
      {photos.length > 0 && (
        <ChosenPhotos photos={photos} onRemove={(photo) => setPhotos(photos.filter((one) => one !== photo))} />
      )}
      <div role="alert" className="max-h-[30dvh] space-y-1 overflow-y-auto text-red-600 not-empty:mb-4">
        {problems.map((problem, index) => (
          <p key={index} className="wrap-anywhere">
            {problem}
          </p>
        ))}
      </div>
      <div ref={area} className="flex items-end gap-2">
        <IconButton
          label="Add photos"
          style={square}
          icon={<PhotoIcon className="size-5!" />}
          onClick={() => picker.current?.click()}
        />
        <input
          ref={picker}
          type="file"
          hidden
          multiple
          accept={ACCEPTED.join()}
          onChange={(event) => {
            add([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
        <div className="flex min-w-0 flex-1 flex-col">
          <Textarea
            id="message"
            aria-label="Message"
            placeholder="Write a message"
            rows={1}
            maxLength={TEXT_LIMIT}
            className="text-base"
            style={{ minHeight: SIDE, maxHeight: '30dvh', paddingBlock: 9, resize: 'none' }}
            value={text}
            onChange={({ currentTarget }) => {
              setDraft(currentTarget.value ? { text: currentTarget.value } : null);
              onTyping();
            }}
            onKeyDown={keys}
            onPaste={(event) => {
              const files = [...event.clipboardData.files];
              if (files.length === 0) return;
              event.preventDefault();
              add(files);
            }}
          />
        </div>
        <IconButton
          label="Send"
          type="submit"
          variant="primary"
          style={square}
          icon={<PaperAirplaneIcon className="size-5!" />}
        />
      </div>
      <p className="mt-1 text-xs text-gray-500">
        Up to {MOST_CHAT_PHOTOS} photos, {showLimit(LARGEST_FILES.chatPhotos)} each
      </p>
    </form>
  );
}

function ChosenPhotos({ photos, onRemove }: { photos: readonly File[]; onRemove: (photo: File) => void }) {
  return (
    <ul aria-label="Photos to send" className="mb-3 flex gap-2 overflow-x-auto">
      {photos.map((photo) => (
        <li key={photo.name + photo.size + photo.lastModified} className="relative shrink-0">
          <LocalPicture file={photo} className="size-16 rounded-lg border border-gray-200 bg-gray-100 object-cover" />
          <button
            type="button"
            aria-label={`Remove ${photo.name}`}
            className="absolute top-1 right-1 grid size-6 place-items-center rounded-full bg-gray-900/60 text-white"
            onClick={() => onRemove(photo)}
          >
            <XMarkIcon className="size-4" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Why a file cannot be sent, as far as that is known beforehand. */
function whyNot({ name, type, size }: File): string | null {
  if (/heic|heif/.test(type) || /\.hei[cf]$/i.test(name))
    return `${name} is an iPhone photo in HEIC format, which cannot be read here. Save it as a JPEG, or send a screenshot of it.`;
  if (type && !ACCEPTED.includes(type)) return `${name} is not a photo. Send a JPEG, PNG, WebP or GIF.`;
  if (size === 0) return `${name}: ${EMPTY_FILE}`;
  return size > LARGEST_FILES.chatPhotos ? tooLargeFile(name, LARGEST_FILES.chatPhotos) : null;
}

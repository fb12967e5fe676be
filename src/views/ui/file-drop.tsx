import { ArrowUpTrayIcon, CameraIcon } from '@heroicons/react/24/outline';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import {
  acceptAttribute,
  EMPTY_FILE,
  LARGEST_FILES,
  mayOffer,
  refusedFile,
  showLimit,
  tooLargeFile,
} from '#src/machines/file/accepted-files.ts';
import { Button } from './button.tsx';
import { cx } from './class-names.ts';
import { useField } from './field.tsx';

interface FileDropProps {
  /** "Drop photos here", with what it is for. */
  children: ReactNode;
  onFiles: (files: File[]) => void;
  /** What may be chosen or dropped, each with its size limit; anything else is refused with a message. */
  accepts: 'papers' | 'documents' | 'logos' | 'tables';
  multiple?: boolean;
  /** The label of a second button that opens the phone's camera; without a camera, it opens a file dialog. */
  camera?: string;
}

/** For choosing or dropping files. Primarily a button: dropping is only a shortcut. */
export function FileDrop({ children, onFiles, accepts, multiple = true, camera }: FileDropProps) {
  const field = useField();
  const largest = LARGEST_FILES[accepts];
  const input = useRef<HTMLInputElement>(null);
  const lens = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  function give(list: FileList | null) {
    const files = [...(list ?? [])].slice(0, multiple ? undefined : 1);
    const whyNot = (file: File): string | null => {
      if (!mayOffer(file, accepts)) return refusedFile(file.name, accepts);
      if (file.size === 0) return files.length > 1 ? `${file.name}: ${EMPTY_FILE}` : EMPTY_FILE;
      return file.size > largest ? tooLargeFile(file.name, largest) : null;
    };
    const fit = files.filter((file) => whyNot(file) === null);
    setRefused(files.flatMap((file) => whyNot(file) ?? []));
    if (fit.length > 0) onFiles(fit);
  }
  function drag(event: DragEvent) {
    event.preventDefault();
    setOver(event.type === 'dragover');
    if (event.type === 'drop') give(event.dataTransfer.files);
  }
  return (
    <>
      {camera && (
        <>
          <Button className="mb-2 w-full" icon={<CameraIcon />} onClick={() => lens.current?.click()}>
            {camera}
          </Button>
          <input
            ref={lens}
            type="file"
            hidden
            accept="image/*"
            capture="environment"
            onChange={(event) => {
              give(event.currentTarget.files);
              event.currentTarget.value = '';
            }}
          />
        </>
      )}
      <button
        type="button"
        {...field}
        className={cx(
          'flex w-full items-center justify-center gap-2 rounded-lg border border-dashed px-4 py-5 text-gray-600 hover:border-gray-400 hover:text-gray-900',
          over ? 'border-primary-600 bg-primary-50' : 'border-gray-300',
        )}
        onClick={() => input.current?.click()}
        onDragOver={drag}
        onDragLeave={drag}
        onDrop={drag}
      >
        <ArrowUpTrayIcon className="size-5 shrink-0 text-gray-500" aria-hidden />
        <span>
          {children}
          <span className="block text-xs text-gray-500">
            Up to {showLimit(largest)}
            {multiple && ' each'}
          </span>
        </span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptAttribute(accepts)}
        multiple={multiple}
        onChange={(event) => {
          give(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
      {refused.length > 0 && (
        <div role="alert" className="mt-1 max-h-[30dvh] space-y-1 overflow-y-auto wrap-anywhere text-red-700">
          {refused.map((why, index) => (
            <p key={index}>{why}</p>
          ))}
        </div>
      )}
    </>
  );
}

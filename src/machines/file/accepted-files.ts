/**
 * Which files a call or a screen accepts, shared by both sides. The server checks the content, a screen the type or
 * extension. Limits are below.
 */
export interface AcceptedFiles {
  /** Media types, as detected by the server from the content. */
  readonly types: readonly string[];
  /** For `accept` of a file input, and for files without a type. */
  readonly endings: readonly string[];
  /** Completes "Send …" in a sentence. */
  readonly what: string;
}

const PHOTOS: AcceptedFiles = {
  types: ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif', 'image/heic', 'image/heif'],
  endings: ['.jpg', '.jpeg', '.png', '.webp', '.gif', '.avif', '.heic', '.heif'],
  what: 'a photo (JPEG, PNG, WebP, GIF or AVIF)',
};

export const ACCEPTED_FILES = {
  photos: PHOTOS,
  /** Only formats that email programs and printed pages support too. */
  logos: { types: ['image/jpeg', 'image/png'], endings: ['.jpg', '.jpeg', '.png'], what: 'a PNG or JPEG picture' },
  /** Signed, stamped, or issued papers: scanned or photographed. */
  papers: {
    types: ['application/pdf', ...PHOTOS.types],
    endings: ['.pdf', ...PHOTOS.endings],
    what: 'a PDF or a photo (JPEG, PNG, WebP, GIF or AVIF)',
  },
  /** A table, as saved by spreadsheets. */
  tables: { types: ['text/csv', 'text/plain'], endings: ['.csv', '.txt'], what: 'a CSV file' },
  /** Documents about a move: papers, and common office formats. */
  documents: {
    types: [
      'application/pdf',
      ...PHOTOS.types,
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'text/plain',
      'text/csv',
    ],
    endings: ['.pdf', ...PHOTOS.endings, '.docx', '.xlsx', '.txt', '.csv'],
    what: 'a photo, a PDF, a Word or Excel document (docx, xlsx), or a text or CSV file',
  },
} as const satisfies Record<string, AcceptedFiles>;

export type Accepted = keyof typeof ACCEPTED_FILES;

/** For the attribute `accept` of a file input. */
export const acceptAttribute = (accepted: Accepted): string =>
  [...ACCEPTED_FILES[accepted].types, ...ACCEPTED_FILES[accepted].endings].join(',');

/** Whether a file may be uploaded, by its name and the type from the browser; the server checks its content. */
export function mayOffer({ name, type }: { name: string; type: string }, accepted: Accepted): boolean {
  const { types, endings } = ACCEPTED_FILES[accepted] as AcceptedFiles;
  const lower = name.toLowerCase();
  return endings.some((ending) => lower.endsWith(ending)) || (!/\.[^.]+$/.test(lower) && types.includes(type));
}

/** Why a file is refused. */
export const refusedFile = (name: string, accepted: Accepted): string =>
  `The file ${name} cannot be used here. Send ${ACCEPTED_FILES[accepted].what}.`;

export const EMPTY_FILE = 'This file is empty.';

const MEGABYTE = 1_048_576;

/** The size of the largest file of each kind of upload, in bytes: the server enforces it, and screens show it. */
export const LARGEST_FILES = {
  papers: 25 * MEGABYTE,
  documents: 25 * MEGABYTE,
  logos: 5 * MEGABYTE,
  /** Leads to import. */
  tables: 5 * MEGABYTE,
  /** In a client's chat. */
  chatPhotos: 15 * MEGABYTE,
  /** Read as text, and published only later. */
  tariffs: 200_000,
} as const;

/** How many photos one message of a client's chat takes. */
export const MOST_CHAT_PHOTOS = 10;
/** How many leads one imported file may have. */
export const MOST_IMPORTED_LEADS = 5000;

/** "25 MB": of a limit, which is a round number. */
export const showLimit = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.round(bytes / 1000)} kB` : `${Math.round(bytes / MEGABYTE)} MB`;

/** Why a file is refused before it is uploaded. */
export const tooLargeFile = (name: string, bytes: number): string =>
  `The file ${name} is too large. Send one of up to ${showLimit(bytes)}.`;

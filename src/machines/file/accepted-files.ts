/**
 * Which files a call or a screen accepts, shared by both sides. The server checks the content, a screen the type or
 * extension.
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

const longest = 150;

/**
 * A name that is safe to show, to store, and to send in a header: no folders, no control characters, and none of the
 * marks that turn the direction of text (which make `exe.fdp` read like `pdf.exe`). At most 150 characters, with the
 * ending kept. Never empty.
 */
export function sanitizeFileName(name: string): string {
  const base = name.split(/[/\\]/).at(-1) ?? '';
  const clean = base
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cs}\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ufff9-\ufffb]/gu, '')
    .replaceAll(/[<>:"|?*]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  if (clean === '') return 'file';
  const characters = [...clean];
  if (characters.length <= longest) return clean;
  const ending = /\.[\p{L}\p{N}]{1,10}$/u.exec(clean)?.[0] ?? '';
  return characters.slice(0, longest - [...ending].length).join('').trimEnd() + ending;
}

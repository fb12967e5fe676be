/** Text that is already HTML. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | false | null | undefined | readonly Part[];

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(textOf).join('');
  if (part === false || part === null || part === undefined) return '';
  return String(part as string | number).replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!);
}

/** Builds HTML; all values are escaped, unless they were created by this tag as well. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.reduce((all, text, index) => all + textOf(parts[index - 1]) + text));
}

/** A script element with data, which the data cannot close. */
export const jsonScript = (data: unknown, { type, id }: { type: string; id?: string }): Html => {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return new Html(`<script type="${type}"${id === undefined ? '' : ` id="${id}"`}>${json}</script>`);
};

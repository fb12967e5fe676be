/** The package has no types; these are the options used here. */
declare module 'subset-font' {
  interface Options {
    targetFormat: 'woff2';
    variationAxes: Readonly<Record<string, { min: number; max: number }>>;
    /** OpenType features that stay; the others are dropped. */
    keepFeatures: readonly string[];
    /** Needs no text. */
    keepAllGlyphs?: boolean;
  }
  export default function subsetFont(font: Buffer, text: string | null, options: Options): Promise<Buffer>;
}

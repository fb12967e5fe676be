/** The part of fontkit that the PDF library uses to set text; the package ships no types. */
declare module 'fontkit' {
  interface GlyphRun {
    glyphs: { id: number; advanceWidth: number }[];
    positions: { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }[];
    /** The sum of the positions' advances. */
    readonly advanceWidth: number;
  }
  interface Font {
    readonly unitsPerEm: number;
    layout(text: string, features?: Record<string, boolean>): GlyphRun;
  }
  export function create(file: Uint8Array): Font;
}

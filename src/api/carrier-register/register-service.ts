import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { RegisterConfiguration } from '#src/api/configuration/configuration.ts';
import type { RegisterEntry } from '#src/machines/carrier/register.ts';
import { SAMPLES } from './register-samples.ts';

/** The result of a look-up. `failed` gives the reason in a sentence for operators and agents. */
export type LookUp = { is: 'found'; entry: RegisterEntry } | { is: 'unknown' } | { is: 'failed'; says: string };

/** The register of motor carriers, from any source. */
export interface CarrierRegister {
  /** `sample` is embedded and contains the demo's carriers; `off` is never queried. */
  source: 'fmcsa' | 'sample' | 'off';
  lookUp: (usdot: string) => Promise<LookUp>;
}

const PATIENCE = 10_000;
const LONGEST = 256 * 1024;

const Text = Type.Union([Type.String(), Type.Number(), Type.Null()]);
/** The part of a QCMobile response that is used. */
const Answer = Compile(
  Type.Object({
    content: Type.Union([
      Type.Null(),
      Type.Object({
        carrier: Type.Object({
          legalName: Text,
          dbaName: Type.Optional(Text),
          phyCity: Type.Optional(Text),
          phyState: Type.Optional(Text),
          allowedToOperate: Type.Optional(Text),
          commonAuthorityStatus: Type.Optional(Text),
          contractAuthorityStatus: Type.Optional(Text),
          bipdInsuranceOnFile: Type.Optional(Text),
          cargoInsuranceOnFile: Type.Optional(Text),
        }),
      }),
    ]),
  }),
);

export function createRegister({
  register,
  demo,
}: {
  register: RegisterConfiguration | null;
  demo: boolean;
}): CarrierRegister {
  if (register) return { source: 'fmcsa', lookUp: (usdot) => askFmcsa(register, usdot) };
  return {
    source: demo ? 'sample' : 'off',
    lookUp: async (usdot) => {
      const entry = SAMPLES[plain(usdot)];
      return entry ? { is: 'found', entry } : { is: 'unknown' };
    },
  };
}

const plain = (usdot: string): string => usdot.replace(/^0+/, '');

/** FMCSA's QCMobile API. Its responses are untrusted: only known fields are read, and with limits. */
async function askFmcsa({ url, webKey }: RegisterConfiguration, usdot: string): Promise<LookUp> {
  const asked = new URL(`${url}/carriers/${plain(usdot)}`);
  asked.searchParams.set('webKey', webKey);
  try {
    const response = await fetch(asked, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE) });
    if (response.status === 401 || response.status === 403)
      return { is: 'failed', says: 'The register does not accept our web key.' };
    if (response.status === 404) return { is: 'unknown' };
    if (!response.ok) return { is: 'failed', says: `The register answered with status ${response.status}.` };
    const text = await boundedText(response);
    if (text === null) return { is: 'failed', says: 'The register’s answer could not be read.' };
    const answer: unknown = JSON.parse(text);
    if (!Answer.Check(answer)) return { is: 'failed', says: 'The register’s answer could not be read.' };
    if (answer.content === null) return { is: 'unknown' };
    const { carrier } = answer.content;
    return { is: 'found', entry: entryOf(carrier) };
  } catch (error) {
    const { name } = error as Error;
    if (name === 'SyntaxError') return { is: 'failed', says: 'The register’s answer could not be read.' };
    const isLate = name === 'TimeoutError';
    return {
      is: 'failed',
      says: isLate ? 'The register did not answer in time.' : 'The register cannot be reached right now.',
    };
  }
}

/** The response body; null if it exceeds the limit, and then the rest is not read. */
async function boundedText(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > LONGEST) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

type Given = Record<string, string | number | null | undefined>;

function entryOf(carrier: Given): RegisterEntry {
  const text = (name: string): string =>
    String(carrier[name] ?? '')
      .trim()
      .slice(0, 200);
  /** The register states amounts in thousands of dollars, as text. */
  const cents = (name: string): number | null => {
    const thousands = Number(text(name));
    return text(name) === '' || !Number.isFinite(thousands) || thousands < 0 || thousands > 10_000
      ? null
      : Math.round(thousands * 100_000);
  };
  const states = [text('commonAuthorityStatus'), text('contractAuthorityStatus')];
  const cargo = cents('cargoInsuranceOnFile');
  return {
    legalName: text('legalName'),
    doingBusinessAs: text('dbaName') || null,
    city: text('phyCity'),
    state: text('phyState').slice(0, 2),
    mayOperate: text('allowedToOperate') !== 'N',
    authority: states.includes('A') ? 'active' : states.includes('I') ? 'inactive' : 'none',
    liability: cents('bipdInsuranceOnFile'),
    // Zero means that no filing is required.
    cargo: cargo === 0 ? null : cargo,
  };
}

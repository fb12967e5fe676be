import type { JobPaperKind } from '#src/generated/graphql/graphql.ts';

/** A paper that the server may not have yet, kept on this device: a phone drops pages while its camera is open. */
export interface KeptPaper {
  leadId: string;
  /** The reference of the job; a paper that was kept before there was this field has none. */
  reference?: string;
  kind: JobPaperKind;
  /** The same for every attempt, so that it is saved once. */
  key: string;
  file: File;
  /** The server's message, if it refused: then it is not sent again automatically. */
  problem?: string;
}

type About = Omit<KeptPaper, 'file'> & { name: string; modified: number };

/** One storage per person, deleted as a whole when they sign out. */
const PREFIX = 'job-papers:';
const ABOUT = 'x-about';

const addressOf = (key: string) => `/job-paper?${key}`;

/** @returns whether it is kept; false if the storage is full or not allowed */
export async function keepPaper(personId: string, { file, ...paper }: KeptPaper): Promise<boolean> {
  try {
    const about: About = { ...paper, name: file.name, modified: file.lastModified };
    const kept = new Response(file, {
      headers: { 'content-type': file.type, [ABOUT]: encodeURIComponent(JSON.stringify(about)) },
    });
    await (await caches.open(PREFIX + personId)).put(addressOf(paper.key), kept);
    return true;
  } catch {
    return false;
  }
}

/** In the order in which they were added. */
export async function keptPapers(personId: string): Promise<readonly KeptPaper[]> {
  try {
    const name = PREFIX + personId;
    if (!(await caches.has(name))) return [];
    const answers = await (await caches.open(name)).matchAll();
    return await Promise.all(
      answers.map(async (answer): Promise<KeptPaper> => {
        const { name: fileName, modified, ...paper } = aboutOf(answer);
        const content = await answer.blob();
        return { ...paper, file: new File([content], fileName, { type: content.type, lastModified: modified }) };
      }),
    );
  } catch {
    return [];
  }
}

const aboutOf = (answer: Response) => JSON.parse(decodeURIComponent(answer.headers.get(ABOUT) ?? '')) as About;

/** Never rejects: without storage there is nothing to delete. */
export async function dropPaper(personId: string, key: string): Promise<void> {
  try {
    await (await caches.open(PREFIX + personId)).delete(addressOf(key));
  } catch {
    // Then it was not kept.
  }
}

export const dropPapersOf = async (personId: string): Promise<void> => {
  await globalThis.caches?.delete(PREFIX + personId).catch(() => false);
};

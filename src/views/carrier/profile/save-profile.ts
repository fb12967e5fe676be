import { sendForm, type SendOptions } from '#src/views/ui/upload-file.ts';
import { saveMerged } from '#src/views/ui/use-merged-draft.ts';
import type { Profile } from './use-carrier-profile.ts';

interface Save {
  /** The profile that the form started from. */
  profile: Profile;
  /** Only the part that this form writes, so that it can be applied to a newer profile. */
  form: (version: number) => FormData;
  /** Whether that part is unchanged since editing began. */
  isUntouched: (now: Profile) => boolean;
  readAgain: () => Promise<Profile>;
}

/** Writes one part of the profile; resolves to the whole updated profile. */
export async function saveProfile(
  { profile, form, isUntouched, readAgain }: Save,
  options: SendOptions,
): Promise<Profile> {
  await saveMerged({
    version: profile.version,
    write: (version, isAgain) =>
      sendForm('/files/carrier/', form(version), {
        ...options,
        method: 'PUT',
        ...(isAgain && { key: crypto.randomUUID() }),
      }),
    readAgain,
    isUntouched,
  });
  return readAgain();
}

import { sendForm, type SendOptions, UploadError } from '#src/views/ui/upload-file.ts';
import type { Profile } from './use-carrier-profile.ts';

interface Save {
  /** The profile that the form was filled in over. */
  profile: Profile;
  form: (version: number) => FormData;
  /** Whether the part that this form writes is still as it was when the typing began. */
  isUntouched: (now: Profile) => boolean;
  readAgain: () => Promise<Profile>;
}

/**
 * Writes one part of the profile; answers all of it as it is then. The version covers the whole profile: where only
 * other parts of it have changed meanwhile, the write goes on with the newer one.
 */
export async function saveProfile({ profile, form, isUntouched, readAgain }: Save, options: SendOptions): Promise<Profile> {
  try {
    await sendForm('/files/carrier/', form(profile.version), { ...options, method: 'PUT' });
  } catch (error) {
    if (!(error instanceof UploadError) || error.status !== 409) throw error;
    const now = await readAgain();
    if (!isUntouched(now)) throw error;
    await sendForm('/files/carrier/', form(now.version), { ...options, method: 'PUT', key: crypto.randomUUID() });
  }
  return readAgain();
}

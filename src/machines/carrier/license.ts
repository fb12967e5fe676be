/** Why a license with this date cannot be added. */
export const ENDED_LICENSE = 'This license has expired. Enter the one that is valid now.';

/** Whether a license is no longer valid on `today`; both are calendar dates. */
export const hasEnded = (expires: string | null, today: string): boolean => expires !== null && expires < today;

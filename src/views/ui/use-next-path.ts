import { useRouter } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';

/** The path of the page that is shown, or about to be: marks where somebody goes before it is there. */
export const useNextPath = (): string => usePathname(useRouter());

/**
 * The class of a time in the person's own time zone, which the server does not know: what it renders only takes the
 * place of the time.
 */
export const OWN_ZONE = import.meta.env.SSR ? 'invisible' : '';

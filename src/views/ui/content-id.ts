/** The main content of a portal's page. */
export const CONTENT_ID = 'content';

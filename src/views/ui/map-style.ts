/** The URL of the street map's style, if the deployment has one: the server puts it on the page. */
export const mapStyle = (): string | undefined => document.documentElement.dataset.mapStyle;

/** Where the style of the map's streets is, if the deployment has any: the server says so on the page. */
export const mapStyle = (): string | undefined => document.documentElement.dataset.mapStyle;

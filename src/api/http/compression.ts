/** Compresses text and data over 1 kB with Brotli or gzip, but neither event streams nor request bodies. */
export const COMPRESSION = {
  threshold: 1024,
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  customTypes: /^text\/(?!event-stream)|[/+](?:json|xml|javascript)(?:;|$)/,
  globalDecompression: false,
};

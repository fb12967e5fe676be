/** Text and data of over 1 kB, by Brotli or gzip. Streams of events are not touched, nor are bodies that people send. */
export const COMPRESSION = {
  threshold: 1024,
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  customTypes: /^text\/(?!event-stream)|[/+](?:json|xml|javascript)(?:;|$)/,
  globalDecompression: false,
};

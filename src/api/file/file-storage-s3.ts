import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { FileMissing, type FileStorage } from './file-storage.ts';

/**
 * Files in a bucket. The address is `https://KEY:SECRET@host/bucket?region=us-east-1` for any S3-compatible service, or
 * `s3://bucket?region=us-east-1` for Amazon with the credentials of the environment.
 */
export function s3Storage(address: string): FileStorage {
  const url = new URL(address);
  const isAmazon = url.protocol === 's3:';
  const bucket = isAmazon ? url.hostname : decodeURIComponent(url.pathname.split('/')[1] ?? '');
  if (bucket === '') throw new TypeError('S3_URL names no bucket.');

  // The library takes a third of a second to load, so it is loaded at first use.
  const connect = async () => {
    const library = await import('@aws-sdk/client-s3');
    const client = new library.S3Client({
      region: url.searchParams.get('region') ?? 'us-east-1',
      // Other services do not support Amazon's newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(isAmazon ? {} : { endpoint: url.origin, forcePathStyle: true }),
      ...(url.username === ''
        ? {}
        : {
            credentials: {
              accessKeyId: decodeURIComponent(url.username),
              secretAccessKey: decodeURIComponent(url.password),
            },
          }),
    });
    return { library, client };
  };
  let connection: ReturnType<typeof connect> | null = null;
  const s3 = () => (connection ??= connect());

  return {
    async add(key, path, { size, mediaType }) {
      const { library, client } = await s3();
      await client.send(
        new library.PutObjectCommand({
          Bucket: bucket,
          Key: key,
          Body: createReadStream(path),
          ContentLength: size,
          ContentType: mediaType,
        }),
      );
      await rm(path, { force: true });
    },
    async get(key) {
      const { library, client } = await s3();
      try {
        const { Body } = await client.send(new library.GetObjectCommand({ Bucket: bucket, Key: key }));
        return Body as Readable;
      } catch (error) {
        if ((error as Error).name === 'NoSuchKey') throw new FileMissing(key);
        throw error;
      }
    },
    async remove(key) {
      const { library, client } = await s3();
      await client.send(new library.DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
    async isEmpty() {
      const { library, client } = await s3();
      const { Contents } = await client.send(new library.ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }));
      return (Contents ?? []).length === 0;
    },
  };
}

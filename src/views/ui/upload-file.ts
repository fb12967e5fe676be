/** The rejection of a failed upload: the response's status (0: no response) and its data. */
export class UploadError extends Error {
  readonly status: number;
  readonly data: unknown;
  constructor(status: number, data: unknown) {
    super(`upload failed with ${status}`);
    this.status = status;
    this.data = data;
  }
}

export interface SendOptions {
  method?: 'POST' | 'PUT' | 'PATCH';
  /** The Idempotency-Key: the same for every attempt at the same upload. */
  key?: string;
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

interface UploadOptions extends SendOptions {
  fields?: Readonly<Record<string, string>>;
  /** The name of the file's form part. */
  part?: string;
}

/** Sends one file as multipart form data. */
export function uploadFile(
  url: string,
  file: File,
  { fields = {}, part = 'content', ...options }: UploadOptions = {},
): Promise<unknown> {
  const body = new FormData();
  // Fields first, so that the server knows what the file is for before receiving it.
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append(part, file, file.name);
  return sendForm(url, body, options);
}

/**
 * Sends a form, with or without files. Uses XMLHttpRequest, because fetch does not report upload progress. Rejects with
 * `UploadError`, or with an AbortError.
 */
export function sendForm(
  url: string,
  body: FormData,
  { method = 'POST', key = crypto.randomUUID(), onProgress, signal }: SendOptions = {},
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'json';
    request.setRequestHeader('x-requested-with', 'lead-platform');
    request.setRequestHeader('idempotency-key', key);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0);
    request.onload = () => {
      const { status, response } = request;
      if (status < 300) resolve(response as unknown);
      else reject(new UploadError(status, response));
    };
    request.onerror = () => reject(new UploadError(0, null));
    request.onabort = () => reject(new DOMException('The upload was canceled.', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(body);
  });
}

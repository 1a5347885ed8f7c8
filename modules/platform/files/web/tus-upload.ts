/** One file on its way by the tus protocol: with the session's token, over lost connections and new page loads. */
import { DetailedError, defaultOptions, type PreviousUpload, Upload } from 'tus-js-client'
import { CallError } from '#web/api/call-error.ts'
import { refreshToken } from '#web/api/refresh.ts'
import { API_BASE, failureFromText, headersOf } from '#web/api/send.ts'
import { getToken } from '#web/api/token.ts'
import { type FileKindName, uploadsPath } from '../contract.ts'

/** Small enough for proxies that bound a request, large enough to cost nothing. */
const chunkBytes = 16 * 1024 * 1024
/** About ten minutes without a connection, counted anew whenever something got through. */
const retryDelaysMs = [0, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 60_000, 60_000, 120_000, 240_000]
/** As long as the server keeps an upload that nobody goes on with. */
const rememberMs = 4 * 24 * 3_600_000

export interface TusHandlers {
  readonly onProgress: (sentBytes: number) => void
  /** All bytes are there; `id` names the upload. */
  readonly onSent: (id: string) => void
  readonly onFailed: (error: CallError) => void
}

/** Uploads are remembered by member, so that nobody goes on with another's on a shared computer. */
function prefixOf(memberId: string, kind: FileKindName): string {
  return `shuyuan-upload-${memberId}-${kind}-`
}

let refreshing: Promise<unknown> | undefined

/** Whether a failed request is tried again after a moment. */
function shouldRetry(error: DetailedError): boolean {
  const status = error.originalResponse?.getStatus()
  if (status === 401) {
    const token = getToken()
    refreshing = token && refreshToken(token).catch(() => undefined)
    return token !== undefined
  }
  // 409 and 423: an earlier request of ours has not ended on the server yet.
  return status === undefined || status === 409 || status === 423 || status >= 500
}

async function callErrorOf(error: Error): Promise<CallError> {
  const response = error instanceof DetailedError ? error.originalResponse : null
  if (!response) return new CallError({ kind: navigator.onLine === false ? 'offline' : 'server' })
  return failureFromText(uploadsPath, response.getStatus(), response.getBody())
}

export function createUpload(
  file: File,
  { kind, memberId }: { kind: FileKindName; memberId: string },
  handlers: TusHandlers,
): Upload {
  const upload: Upload = new Upload(file, {
    endpoint: `${API_BASE}${uploadsPath}`,
    metadata: { kind, filename: file.name },
    chunkSize: chunkBytes,
    retryDelays: retryDelaysMs,
    removeFingerprintOnSuccess: true,
    fingerprint: async () => `${prefixOf(memberId, kind)}${file.name}-${file.size}-${file.lastModified}`,
    async onBeforeRequest(request) {
      await refreshing
      const { Authorization, 'Accept-Language': language } = headersOf(getToken())
      if (Authorization) request.setHeader('Authorization', Authorization)
      if (language) request.setHeader('Accept-Language', language)
    },
    onShouldRetry: shouldRetry,
    onProgress: handlers.onProgress,
    onSuccess: () => handlers.onSent(uploadIdOf(upload)),
    onError: (error) => void callErrorOf(error).then(handlers.onFailed),
  })
  return upload
}

function uploadIdOf(upload: Upload): string {
  return upload.url?.split('/').at(-1) ?? ''
}

/** The id of an earlier upload of the same file that has not ended, after taking it up. */
export async function takeUpEarlier(upload: Upload): Promise<string | undefined> {
  const [earlier] = await upload.findPreviousUploads()
  if (!earlier?.uploadUrl) return undefined
  upload.resumeFromPreviousUpload(earlier)
  return earlier.uploadUrl.split('/').at(-1)
}

export interface UnfinishedUpload {
  readonly name: string
  readonly sizeBytes: number
  readonly key: string
}

/** What this member began to upload into such a field and did not end; choosing the same file goes on with it. */
export async function listUnfinished(kind: FileKindName, memberId: string): Promise<UnfinishedUpload[]> {
  const all = await defaultOptions.urlStorage.findAllUploads()
  const isOld = ({ creationTime }: PreviousUpload) => Date.parse(creationTime) < Date.now() - rememberMs
  for (const upload of all.filter(isOld)) await defaultOptions.urlStorage.removeUpload(upload.urlStorageKey)
  return all
    .filter((upload) => !isOld(upload) && upload.urlStorageKey.includes(prefixOf(memberId, kind)))
    .map(({ metadata, size, urlStorageKey }) => ({
      name: metadata.filename ?? '',
      sizeBytes: size ?? 0,
      key: urlStorageKey,
    }))
}

export async function forgetUnfinished(key: string): Promise<void> {
  await defaultOptions.urlStorage.removeUpload(key)
}

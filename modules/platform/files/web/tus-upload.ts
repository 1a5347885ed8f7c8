/** One upload by the tus protocol with the session's token, which survives lost connections and page reloads. */
import { DetailedError, defaultOptions, type PreviousUpload, Upload } from 'tus-js-client'
import { CallError } from '#web/api/call-error.ts'
import { refreshToken } from '#web/api/refresh.ts'
import { API_BASE, failureFromText, headersOf } from '#web/api/send.ts'
import { getToken } from '#web/api/token.ts'
import { type FileKindName, uploadsPath } from '../contract.ts'

/** Small enough for proxies with a limit for requests, large enough for full speed. */
const chunkBytes = 16 * 1024 * 1024
/** About ten minutes without a connection, counted again after each success. */
const retryDelaysMs = [0, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 60_000, 60_000, 120_000, 240_000]
/** The time for which the server keeps an unfinished upload. */
const rememberMs = 4 * 24 * 3_600_000

export interface TusHandlers {
  readonly onProgress: (sentBytes: number) => void
  /** Called after all bytes have arrived; `id` is that of the upload. */
  readonly onSent: (id: string) => void
  readonly onFailed: (error: CallError) => void
}

/** Uploads are stored by member, so that nobody resumes the upload of another member on a shared computer. */
function prefixOf(memberId: string, kind: FileKindName): string {
  return `shuyuan-upload-${memberId}-${kind}-`
}

let refreshing: Promise<unknown> | undefined

/** Whether to retry a failed request. */
function shouldRetry(error: DetailedError): boolean {
  const status = error.originalResponse?.getStatus()
  if (status === 401) {
    const token = getToken()
    refreshing = token && refreshToken(token).catch(() => undefined)
    return token !== undefined
  }
  // 409 and 423: an earlier request has not ended on the server yet.
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

/** Resumes an unfinished upload of the same file and answers its id. */
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

/** The member's unfinished uploads of this kind of field; choosing the same file resumes one. */
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

/** One file and its fields in a multipart call, with its progress. Big files go through the files module instead. */
import { type Endpoint, fillPath, type Output } from '#kit/contract.ts'
import { CallError } from './call-error.ts'
import { outdate, reacting, withToken } from './query.ts'
import type { ReactionOptions } from './reactions.ts'
import { API_BASE, failureFromText, headersOf, UPLOAD_TIMEOUT_MS } from './send.ts'
import type { Token } from './token.ts'

export interface Upload {
  readonly file: Blob
  readonly fileName: string
  /** The name of the part that holds the file. */
  readonly partName?: string
  readonly fields?: Readonly<Record<string, string>>
}

export interface UploadOptions extends ReactionOptions {
  /** Share of the bytes that have left, 0 to 1. */
  readonly onProgress?: (share: number) => void
  readonly signal?: AbortSignal
}

/** Sends the file; gives up after 10 minutes where the entry says nothing else (SHELL-068). */
export async function upload<E extends Endpoint>(
  entry: E,
  { params, ...file }: Upload & { readonly params?: Readonly<Record<string, unknown>> },
  options: UploadOptions = {},
): Promise<Output<E>> {
  const path = fillPath(entry.path, params)
  const answer = await reacting(options, () => withToken((token) => sendForm(entry, path, file, token, options)))
  outdate(entry)
  return answer as Output<E>
}

function formOf({ file, fileName, partName = 'file', fields = {} }: Upload): FormData {
  const form = new FormData()
  // Fields before the file: the server reads them before it decides about the bytes.
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append(partName, file, fileName)
  return form
}

function sendForm(
  entry: Endpoint,
  path: string,
  file: Upload,
  token: Token | undefined,
  { onProgress, signal }: UploadOptions,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const fail = (kind: 'server' | 'offline' | 'timeout' | 'aborted') => () => reject(new CallError({ kind }))
    request.open(entry.method, `${API_BASE}${path}`)
    for (const [name, value] of Object.entries(headersOf(token))) request.setRequestHeader(name, value)
    request.timeout = entry.timeoutMs ?? UPLOAD_TIMEOUT_MS
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total)
    request.onload = () => {
      if (request.status < 400) resolve(request.responseText === '' ? undefined : JSON.parse(request.responseText))
      else void failureFromText(path, request.status, request.responseText).then(reject)
    }
    request.onerror = fail(navigator.onLine === false ? 'offline' : 'server')
    request.ontimeout = fail('timeout')
    request.onabort = fail('aborted')
    signal?.addEventListener('abort', () => request.abort())
    request.send(formOf(file))
  })
}

/** A tus client for tests that sends single requests, so a test can fail at any step. */
import type { FastifyInstance } from 'fastify'
import { CallRefused } from '#test/harness.ts'
import { type FileInfo, uploadsPath } from '../contract.ts'

export interface Announcement {
  readonly kind?: string
  readonly name?: string
  readonly audience?: string
  readonly length: number | string
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

export function tusClient({ app }: { readonly app: FastifyInstance }, token: string | undefined) {
  const common = { 'tus-resumable': '1.0.0', ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  const url = `/api/v1${uploadsPath}`
  return {
    create({ kind = 'video', name = '第一讲.mp4', audience, length }: Announcement) {
      const metadata = [`kind ${base64(kind)}`, `filename ${base64(name)}`]
      if (audience !== undefined) metadata.push(`audience ${base64(audience)}`)
      const headers = { ...common, 'upload-length': String(length), 'upload-metadata': metadata.join(',') }
      return app.inject({ method: 'POST', url, headers })
    },
    /** Sends bytes from the offset on; `headers` can override the true values. */
    patch(id: string, offset: number, bytes: Buffer, headers: Readonly<Record<string, string>> = {}) {
      return app.inject({
        method: 'PATCH',
        url: `${url}/${id}`,
        headers: {
          ...common,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
          ...headers,
        },
        payload: bytes,
      })
    },
    head: (id: string) => app.inject({ method: 'HEAD', url: `${url}/${id}`, headers: common }),
    remove: (id: string) => app.inject({ method: 'DELETE', url: `${url}/${id}`, headers: common }),
  }
}

/** The id of the created upload. */
export function uploadId(answer: { headers: Record<string, unknown> }): string {
  return String(answer.headers.location).split('/').at(-1) ?? ''
}

interface Place {
  readonly app: FastifyInstance
}

/** Uploads bytes in one request and finishes; returns the file or throws the refusal. */
export async function uploadWhole(
  { app }: Place,
  token: string,
  bytes: Buffer,
  announcement: Partial<Announcement> = {},
): Promise<FileInfo> {
  const tus = tusClient({ app }, token)
  const created = await tus.create({ length: bytes.length, ...announcement })
  if (created.statusCode !== 201) throw new Error(`refused at creation: ${created.statusCode} ${created.body}`)
  const id = uploadId(created)
  const sent = await tus.patch(id, 0, bytes)
  if (sent.statusCode !== 204) throw new Error(`refused bytes: ${sent.statusCode} ${sent.body}`)
  const headers = { authorization: `Bearer ${token}` }
  const finished = await app.inject({ method: 'POST', url: `/api/v1${uploadsPath}/${id}/finish`, headers })
  if (finished.statusCode !== 200) throw new CallRefused(finished.statusCode, finished.json())
  return finished.json()
}

/** The refusal of the creation of an upload. */
export async function refusedCreation({ app }: Place, token: string, announcement: Announcement) {
  const answer = await tusClient({ app }, token).create(announcement)
  return { status: answer.statusCode, errorCode: answer.json<{ errorCode?: number }>().errorCode }
}

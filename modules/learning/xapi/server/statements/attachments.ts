/** The bytes of attachments: what was sent with statements, and what is handed out with them. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { XapiDb } from '../db.ts'
import type { Part } from '../http/multipart.ts'
import { BadRequest, type JsonObject } from '../rules/scalars.ts'

export interface AttachmentBytes {
  readonly sha2: string
  readonly contentType: string
  readonly content: Buffer
}

const algorithms: Readonly<Record<number, string>> = { 56: 'sha224', 64: 'sha256', 96: 'sha384', 128: 'sha512' }

/** Every attachment that the statements name, those of statements within too. */
export function attachmentsOf(statements: readonly JsonObject[]): JsonObject[] {
  return statements.flatMap((statement) => {
    const object = statement.object as JsonObject
    const within = object.objectType === 'SubStatement' ? ((object.attachments ?? []) as JsonObject[]) : []
    return [...((statement.attachments ?? []) as JsonObject[]), ...within]
  })
}

/** The parts behind the statements. Each must be named by a statement, and be what its digest says. */
export function readAttachments(parts: readonly Part[], statements: readonly JsonObject[]): AttachmentBytes[] {
  const named = new Map(attachmentsOf(statements).map((one) => [String(one.sha2).toLowerCase(), one]))
  return parts.map(({ headers, content }) => {
    if (headers['content-transfer-encoding'] !== 'binary')
      throw new BadRequest('attachment: Content-Transfer-Encoding must be binary')
    const sha2 = headers['x-experience-api-hash']?.toLowerCase()
    if (sha2 === undefined) throw new BadRequest('attachment: X-Experience-API-Hash must be sent')
    const attachment = named.get(sha2)
    if (attachment === undefined) throw new BadRequest(`attachment ${sha2}: no statement names it`)
    const algorithm = algorithms[sha2.length] ?? 'sha256'
    if (createHash(algorithm).update(content).digest('hex') !== sha2)
      throw new BadRequest(`attachment ${sha2}: its bytes have another digest`)
    return { sha2, contentType: String(attachment.contentType), content }
  })
}

/** Throws `BadRequest` where a statement names bytes that neither were sent nor lie anywhere. */
export function assertComplete(statements: readonly JsonObject[], sent: readonly AttachmentBytes[]): void {
  const there = new Set(sent.map(({ sha2 }) => sha2))
  const missing = attachmentsOf(statements).find(
    (one) => one.fileUrl === undefined && !there.has(String(one.sha2).toLowerCase()),
  )
  if (missing) throw new BadRequest(`attachment ${String(missing.sha2)}: it was not sent, and has no fileUrl`)
}

export async function keepAttachments(
  db: XapiDb,
  companyId: string,
  attachments: readonly AttachmentBytes[],
): Promise<void> {
  if (attachments.length === 0) return
  const unique = [...new Map(attachments.map((one) => [one.sha2, one])).values()]
  await db
    .insertInto('xapi.attachment')
    .values(
      unique.map(({ sha2, contentType, content }) => ({
        company_id: companyId,
        sha2,
        content_type: contentType,
        content,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function readKept(
  db: XapiDb,
  companyId: string,
  statements: readonly JsonObject[],
): Promise<readonly AttachmentBytes[]> {
  const digests = [...new Set(attachmentsOf(statements).map(({ sha2 }) => String(sha2).toLowerCase()))]
  if (digests.length === 0) return []
  const rows = await db
    .selectFrom('xapi.attachment')
    .select(['sha2', 'content_type', 'content'])
    .where('company_id', '=', companyId)
    .where(sql<boolean>`sha2 = any(${digests}::text[])`)
    .execute()
  return rows.map((row) => ({ sha2: row.sha2, contentType: row.content_type, content: row.content }))
}

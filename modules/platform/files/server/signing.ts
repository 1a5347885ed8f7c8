/**
 * Proofs that a browser carries where it can't send headers (`<img>`, `<video>`): the pass, a cookie that says who asks,
 * and the grant, a parameter that says that the module which owns a file lets this member see it for a while. A grant
 * without its member is worth nothing, so a link that is passed on opens nothing. Both are MACs over what they say.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Connection } from '#server/db/connection.ts'
import { filesTables } from './db.ts'

/** Who asks for content. */
export interface Reader {
  readonly memberId: string
  readonly companyId: string
}

export async function signingKey(connection: Connection): Promise<Buffer> {
  const { key } = await filesTables(connection).selectFrom('files.signing_key').select('key').executeTakeFirstOrThrow()
  return key
}

/**
 * What a grant is good for. grant: the file and all that was made of it. poster, pdf: that rendition alone. stream: to ask
 * for an m3u8 token. media: an m3u8 token itself. guest, guest-pdf: the file or its PDF for somebody without an account, whom
 * the owning module knows; the company stands in the member's place, and whoever holds it may read, for its short life.
 */
export type GrantUse = 'grant' | 'poster' | 'pdf' | 'stream' | 'media' | 'guest' | 'guest-pdf'

/** Each use has its own prefix, so that a proof for one is none for another. */
function mac(key: Buffer, use: 'pass' | GrantUse, parts: readonly (string | number)[]): string {
  return createHmac('sha256', key)
    .update([use, ...parts].join('\n'))
    .digest('base64url')
}

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

export function createGrant(
  key: Buffer,
  grant: { fileId: string; memberId: string; expiresAt: number },
  use: GrantUse = 'grant',
): string {
  const { fileId, memberId, expiresAt } = grant
  return `${expiresAt.toString(36)}.${mac(key, use, [fileId, memberId, expiresAt])}`
}

export function grantHolds(
  key: Buffer,
  token: string,
  claim: { fileId: string; memberId: string; now: number },
  use: GrantUse = 'grant',
): boolean {
  const [expires = '', signature = ''] = token.split('.')
  const expiresAt = Number.parseInt(expires, 36)
  if (!(expiresAt > claim.now)) return false
  return sameText(signature, mac(key, use, [claim.fileId, claim.memberId, expiresAt]))
}

export function createPass(key: Buffer, reader: Reader, expiresAt: number): string {
  const { memberId, companyId } = reader
  return `${memberId}.${companyId}.${expiresAt.toString(36)}.${mac(key, 'pass', [memberId, companyId, expiresAt])}`
}

export function readPass(key: Buffer, pass: string, now: number): Reader | undefined {
  const [memberId = '', companyId = '', expires = '', signature = ''] = pass.split('.')
  const expiresAt = Number.parseInt(expires, 36)
  if (!(expiresAt > now)) return undefined
  return sameText(signature, mac(key, 'pass', [memberId, companyId, expiresAt])) ? { memberId, companyId } : undefined
}

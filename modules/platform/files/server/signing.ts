/**
 * Signed proofs for requests without headers (`<img>`, `<video>`). The access cookie identifies the member. The grant,
 * a parameter, states that the module which owns a file permits this member to see it for a while. A grant works only
 * for its member, so a forwarded link is useless. Both are MACs over their content.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Connection } from '#server/db/connection.ts'
import { filesTables } from './db.ts'

/** The reader of content. */
export interface Reader {
  readonly memberId: string
  readonly companyId: string
}

export async function signingKey(connection: Connection): Promise<Buffer> {
  const { key } = await filesTables(connection).selectFrom('files.signing_key').select('key').executeTakeFirstOrThrow()
  return key
}

/**
 * The use of a grant. grant: the file and all its renditions. poster, pdf: that rendition only. stream: permission for
 * an m3u8 token. media: an m3u8 token itself. guest, guest-pdf: the file or its PDF for a guest without an account; the
 * company replaces the member, and any holder may read during its short lifetime.
 */
export type GrantUse = 'grant' | 'poster' | 'pdf' | 'stream' | 'media' | 'guest' | 'guest-pdf'

/** Each use has its own prefix, so a proof for one use is invalid for another. */
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

export function createAccessCookie(key: Buffer, reader: Reader, expiresAt: number): string {
  const { memberId, companyId } = reader
  return `${memberId}.${companyId}.${expiresAt.toString(36)}.${mac(key, 'pass', [memberId, companyId, expiresAt])}`
}

export function readAccessCookie(key: Buffer, pass: string, now: number): Reader | undefined {
  const [memberId = '', companyId = '', expires = '', signature = ''] = pass.split('.')
  const expiresAt = Number.parseInt(expires, 36)
  if (!(expiresAt > now)) return undefined
  return sameText(signature, mac(key, 'pass', [memberId, companyId, expiresAt])) ? { memberId, companyId } : undefined
}

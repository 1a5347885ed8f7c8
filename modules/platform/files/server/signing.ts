/**
 * Signed proofs for requests without headers (`<img>`, `<video>`). The access cookie identifies a session. The grant, a
 * parameter, states that the module which owns a file permits this member to see it for a while. A grant works only for
 * its member, so a forwarded link is useless, and only while the member's rights are those under which it was given.
 * Both are MACs over their content.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { rightsVersionSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { filesTables } from './db.ts'

/** The reader of content. */
export interface Reader {
  readonly memberId: string
  readonly companyId: string
}

/** A reader with a running session. */
export interface SessionReader extends Reader {
  readonly rightsVersion: number
}

/** The key, and for a member the version of its rights, which grants name. A guest has none. */
export interface Signer {
  readonly key: Buffer
  readonly rightsVersion: number
}

export async function signingKey(connection: Connection): Promise<Buffer> {
  const { key } = await filesTables(connection).selectFrom('files.signing_key').select('key').executeTakeFirstOrThrow()
  return key
}

/** A guest without an account has no rights that could be lost. */
export const guestRightsVersion = 0

/** What grants for a member are signed with, in one statement. */
export function signerFor(connection: Connection, memberId: string): Promise<Signer> {
  return filesTables(connection)
    .selectFrom('files.signing_key')
    .select(['key', rightsVersionSql(memberId).as('rightsVersion')])
    .executeTakeFirstOrThrow()
}

const keys = new WeakMap<Outside, Promise<Buffer>>()

/** The key never changes, so a process reads it once. */
export function knownSigningKey(connection: Connection, outside: Outside): Promise<Buffer> {
  const known = keys.get(outside)
  if (known) return known
  const key = signingKey(connection)
  keys.set(outside, key)
  key.catch(() => keys.delete(outside))
  return key
}

/**
 * The use of a grant. grant: the file and all its renditions. nameless: the file, whose name stays hidden. poster, pdf: that rendition only. stream: permission for
 * an m3u8 token. media: an m3u8 token itself. guest, guest-pdf: the file or its PDF for a guest without an account; the
 * company replaces the member, and any holder may read during its short lifetime.
 */
export type GrantUse = 'grant' | 'nameless' | 'poster' | 'pdf' | 'stream' | 'media' | 'guest' | 'guest-pdf'

/** What a grant was given for: a registered `grantedItem` and the id. */
export interface ItemRef {
  readonly kind: string
  readonly id: string
}

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
  { key, rightsVersion }: Signer,
  grant: { fileId: string; memberId: string; expiresAt: number; item?: string },
  use: GrantUse = 'grant',
): string {
  const { fileId, memberId, expiresAt, item = '' } = grant
  const named = item === '' ? '' : `.${item}`
  return `${expiresAt.toString(36)}.${mac(key, use, [fileId, memberId, rightsVersion, expiresAt, item])}${named}`
}

export function grantHolds(
  { key, rightsVersion }: Signer,
  token: string,
  claim: { fileId: string; memberId: string; now: number },
  use: GrantUse = 'grant',
): boolean {
  const [expires = '', signature = '', ...item] = token.split('.')
  const expiresAt = Number.parseInt(expires, 36)
  if (!(expiresAt > claim.now)) return false
  return sameText(signature, mac(key, use, [claim.fileId, claim.memberId, rightsVersion, expiresAt, item.join('.')]))
}

export function createPass(key: Buffer, sessionId: string, expiresAt: number): string {
  return `${sessionId}.${expiresAt.toString(36)}.${mac(key, 'pass', [sessionId, expiresAt])}`
}

const passPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([0-9a-z]{1,11})\.([\w-]{43})$/

interface Pass {
  readonly sessionId: string
  readonly expiresAt: number
}

const knownPassesMax = 10_000
/** Genuine passes by key and text: a browser sends its own with each call, and what was genuine once is so for ever. */
const knownPasses = new WeakMap<Buffer, Map<string, Pass>>()

function genuinePass(key: Buffer, pass: string): Pass | undefined {
  const known = knownPasses.get(key) ?? new Map<string, Pass>()
  knownPasses.set(key, known)
  const found = known.get(pass)
  if (found) return found
  const [, sessionId = '', expires = '', signature = ''] = passPattern.exec(pass) ?? []
  const expiresAt = Number.parseInt(expires, 36)
  if (!sameText(signature, mac(key, 'pass', [sessionId, expiresAt]))) return undefined
  const [oldest] = known.keys()
  if (known.size >= knownPassesMax && oldest !== undefined) known.delete(oldest)
  known.set(pass, { sessionId, expiresAt })
  return { sessionId, expiresAt }
}

/** The session of a pass; undefined if the pass is forged or has expired. */
export function sessionOfPass(key: Buffer, pass: string, now: number): string | undefined {
  const genuine = genuinePass(key, pass)
  return genuine && genuine.expiresAt > now ? genuine.sessionId : undefined
}

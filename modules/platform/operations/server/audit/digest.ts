/** The audit chain's hashes: what exactly each of them covers. */
import { createHash, randomBytes } from 'node:crypto'

/**
 * A text and its digest. The chain covers the digest, so that the text of an erased member can be taken away without
 * breaking the chain; the salt goes with it, so that nobody finds a phone number by trying them all.
 */
export interface SaltedText {
  readonly text: string
  readonly salt: Buffer
  readonly digest: Buffer
}

const saltBytes = 16

export function digestOf(salt: Buffer, text: string): Buffer {
  return createHash('sha256').update(salt).update(text).digest()
}

export function saltedText(value: unknown): SaltedText {
  const text = JSON.stringify(value)
  const salt = randomBytes(saltBytes)
  return { text, salt, digest: digestOf(salt, text) }
}

/** What an entry's hash covers, besides its predecessor. */
export interface Linked {
  readonly id: string
  readonly company_id: string
  readonly actor_id: string | null
  readonly actor_roles: readonly string[]
  readonly action: string
  readonly subject_type: string | null
  readonly subject_id: string | null
  readonly details_digest: Buffer
  readonly origin_digest: Buffer
  readonly at: number
}

/** Before the first entry of a company. */
export const chainBegin: Buffer = Buffer.alloc(32)

/**
 * sha256 over the predecessor's hash and the entry as a JSON array in this order: no two different entries have the
 * same text. docs/decisions/0038-audit-and-privacy.md says it for those who check an export by themselves.
 */
export function linkHash(previous: Buffer, seq: number, entry: Linked): Buffer {
  const fields = [
    entry.company_id,
    seq,
    entry.id,
    entry.at,
    entry.actor_id,
    entry.actor_roles,
    entry.action,
    entry.subject_type,
    entry.subject_id,
    entry.details_digest.toString('hex'),
    entry.origin_digest.toString('hex'),
  ]
  return createHash('sha256').update(previous).update(JSON.stringify(fields)).digest()
}

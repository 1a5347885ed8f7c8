/** The hashes of the audit chain, and the data that each covers. */
import { createHash, randomBytes } from 'node:crypto'

/**
 * A text with its salted digest. The chain covers the digest, so an erasure can remove the text without breaking the
 * chain. It also removes the salt, because nobody may find a phone number by trying all numbers.
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

/** The data that an entry's hash covers besides the previous hash. */
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

/** The previous hash of a company's first entry. */
export const chainBegin: Buffer = Buffer.alloc(32)

/**
 * sha256 over the previous hash and the entry as a JSON array in this order, so different entries never have the same
 * text. docs/decisions/0038-audit-and-privacy.md documents it for independent checks of an export.
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

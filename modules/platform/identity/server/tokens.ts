/** Opaque tokens: the client has 32 random bytes, the database stores their SHA-256. */
import { createHash, randomBytes } from 'node:crypto'

export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

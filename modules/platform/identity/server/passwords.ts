/** Passwords: the rule, and argon2id. */
import { hash, verify } from '@node-rs/argon2'
import { refuse } from '#kit/errors.ts'
import { PASSWORD_RULE_BROKEN } from '../contract/codes.ts'

// OWASP's parameters for argon2id. Each hash contains its own, so that they can be raised at any time.
const parameters = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

const lengthMin = 6
const lengthMax = 20
const kinds = [/\p{L}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u]

/** 6 to 20 characters of at least two kinds: letters, digits, others (IDENTITY-021, IDENTITY-022). */
function passwordAccepted(password: string): boolean {
  const length = [...password].length
  return length >= lengthMin && length <= lengthMax && kinds.filter((kind) => kind.test(password)).length >= 2
}

export function assertPasswordAccepted(password: string): void {
  if (!passwordAccepted(password)) throw refuse(PASSWORD_RULE_BROKEN)
}

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), parameters)
}

let hashOfNothing: Promise<string> | undefined

/** Takes the same time for an unknown account or one without a password as for any other. */
export async function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  hashOfNothing ??= hashPassword('no account has this password')
  const matches = await verify(passwordHash ?? (await hashOfNothing), password.normalize('NFKC'))
  return matches && typeof passwordHash === 'string'
}

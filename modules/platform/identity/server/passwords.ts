/** Passwords: the rule, and argon2id. */
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { refuse } from '#kit/errors.ts'
import { Turns } from '#server/turns.ts'
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

/** Threads of Node that compute and read files; the hashes leave one for the files. */
const threads = 4

/** One processor remains for all other calls, however many sign in at once. */
const turns = new Turns({
  atOnce: Math.max(1, Math.min(availableParallelism(), threads) - 1),
  waitingMax: 1000,
  waitMsMax: 10_000,
})

/** In a transaction, or by a tool: before all sign-ins that wait. */
export function hashPassword(password: string): Promise<string> {
  return turns.run(() => hash(password.normalize('NFKC'), parameters), { first: true })
}

let hashOfNothing: Promise<string> | undefined

/** Takes the same time for an unknown account or one without a password as for any other. */
async function compare(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  hashOfNothing ??= hash('no account has this password', parameters)
  const matches = await verify(passwordHash ?? (await hashOfNothing), password.normalize('NFKC'))
  return matches && typeof passwordHash === 'string'
}

/** The password of a member who has signed in, in a transaction. */
export function passwordMatches(passwordHash: string, password: string): Promise<boolean> {
  return turns.run(() => compare(passwordHash, password), { first: true })
}

interface Comparisons {
  readonly hashes: readonly (string | null)[]
  /** So many are made, however many hashes there are. */
  readonly count: number
  readonly password: string
}

/**
 * Which of the hashes match. Each comparison waits in line for itself; call it outside of transactions. `assertAllowed`
 * is asked when a turn has come.
 */
export async function matchPasswordsInTurn(
  { hashes, count, password }: Comparisons,
  assertAllowed: () => Promise<void>,
): Promise<boolean[]> {
  const compareNext = (index: number) =>
    turns.run(async () => {
      await assertAllowed()
      return compare(hashes[index], password)
    })
  const matches: boolean[] = []
  for (let index = 0; index < Math.max(count, hashes.length); index++) matches.push(await compareNext(index))
  return matches
}

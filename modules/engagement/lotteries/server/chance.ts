/** The seed of a lottery, and what follows from it: see `contract/chances.ts`. */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { drawText, partsOf } from '../contract/chances.ts'
import type { LotteriesDb } from './db.ts'

/** A seed that nobody can guess, in hex, and the hash that binds the company to it. */
export function newSeed(): { readonly seed: string; readonly commitment: string } {
  const seed = randomBytes(32).toString('hex')
  return { seed, commitment: commitmentOf(seed) }
}

export const commitmentOf = (seed: string): string =>
  createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')

/** Parts of a million on which a draw falls. */
export function partsOfDraw(seed: string, lotteryId: string, number: number): number {
  for (let round = 0; ; round++) {
    const digest = createHmac('sha256', Buffer.from(seed, 'hex'))
      .update(drawText(lotteryId, number, round))
      .digest()
    const parts = partsOf(digest)
    if (parts !== undefined) return parts
  }
}

/** The seed of a published lottery. It leaves the server only once the lottery has ended. */
export async function seedOf(db: LotteriesDb, lotteryId: string): Promise<string> {
  const { seed } = await db
    .selectFrom('lotteries.lottery')
    .select('seed')
    .where('id', '=', lotteryId)
    .executeTakeFirstOrThrow()
  if (seed === null) throw new Error(`the lottery ${lotteryId} is a draft: it has no seed`)
  return seed
}

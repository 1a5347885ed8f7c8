/** The browser draws as any other program does. */
import { expect, it } from 'vitest'
import type { WeighedPrize } from '../../contract/chances.ts'
import { canDrawAgain, drawEverything, drawer, isCommitted } from './replay.ts'

const seed = '5a'.repeat(32)
const id = '01a1fdaa-c672-74fb-8330-3df9166daa01'
/** By Python, as in server/chance.test.ts. */
const known = [566588, 646341, 807741, 188282, 177605, 208183, 74174, 506763, 449147, 950368]
const prizes: WeighedPrize[] = [
  { kind: 'goods', weight: 200_000, stock: 2 },
  { kind: 'thanks', weight: 800_000, stock: null },
]
/** 188282, 177605 and 74174 fall on the prize, of which there are two. */
const places = [1, 1, 1, 0, 0, 1, 1, 1, 1, 1]

async function* pagesOf(...pages: readonly (readonly number[])[]) {
  yield* pages
}

it('draws by HMAC what was drawn', async () => {
  expect(canDrawAgain()).toBe(true)
  const partsAt = await drawer(seed, id)
  expect(await Promise.all(known.map((_, at) => partsAt(at + 1)))).toEqual(known)
})

it('knows the seed by its hash', async () => {
  const commitment = '60bf07c488aad18fda339df07e4fbc47b4f00be71711936f18d04d352ad01890'
  expect(await isCommitted(seed, commitment)).toBe(true)
  expect(await isCommitted('5b'.repeat(32), commitment)).toBe(false)
})

it('finds every draw that came out otherwise, over several pages', async () => {
  const progress: number[] = []
  const published = { id, seed, prizes }
  const right = await drawEverything(published, pagesOf(places.slice(0, 4), places.slice(4)), (drawn) => {
    progress.push(drawn)
  })
  expect(right).toEqual({ drawn: 10, wrong: [] })
  expect(progress).toEqual([4, 10])
  const forged = places.with(2, 0).with(6, 0)
  expect(await drawEverything(published, pagesOf(forged), () => undefined)).toEqual({ drawn: 10, wrong: [3, 7] })
})

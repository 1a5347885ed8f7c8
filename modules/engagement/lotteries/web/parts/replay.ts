/** Draws everything again in this browser, with what the server has published. */
import { drawAgain, drawText, partsOf, type WeighedPrize } from '../../contract/chances.ts'

const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
const hexOf = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Browsers offer their cryptography on secure addresses alone. */
export const canDrawAgain = (): boolean => globalThis.crypto?.subtle !== undefined

/** Whether the seed is the one whose hash was published. */
export async function isCommitted(seed: string, commitment: string): Promise<boolean> {
  return hexOf(await crypto.subtle.digest('SHA-256', bytesOf(seed))) === commitment
}

/** The parts of a million on which draws fall, by their numbers. */
export async function drawer(seed: string, lotteryId: string): Promise<(number: number) => Promise<number>> {
  const key = await crypto.subtle.importKey('raw', bytesOf(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const encoder = new TextEncoder()
  return async (number) => {
    for (let round = 0; ; round++) {
      const digest = await crypto.subtle.sign('HMAC', key, encoder.encode(drawText(lotteryId, number, round)))
      const parts = partsOf(new Uint8Array(digest))
      if (parts !== undefined) return parts
    }
  }
}

interface Published {
  readonly id: string
  readonly seed: string
  readonly prizes: readonly WeighedPrize[]
}

/** Several at once: one after the other they would mostly wait. */
const atOnce = 500

/**
 * The numbers of the draws that came out otherwise than they were published. `pages` gives the places of the prizes in the
 * order of the draws, some at a time.
 */
export async function drawEverything(
  { id, seed, prizes }: Published,
  pages: AsyncIterable<readonly number[]>,
  onProgress: (drawn: number) => void,
): Promise<{ readonly drawn: number; readonly wrong: readonly number[] }> {
  const partsAt = await drawer(seed, id)
  const next = drawAgain(prizes)
  const wrong: number[] = []
  let drawn = 0
  for await (const page of pages) {
    for (let from = 0; from < page.length; from += atOnce) {
      const some = page.slice(from, from + atOnce)
      const first = drawn + 1
      const parts = await Promise.all(some.map((_, at) => partsAt(first + at)))
      for (const [at, place] of some.entries()) if (next(parts[at] as number) !== place) wrong.push(first + at)
      drawn += some.length
      onProgress(drawn)
    }
  }
  return { drawn, wrong }
}

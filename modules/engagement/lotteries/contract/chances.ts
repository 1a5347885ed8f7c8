/**
 * How draws follow from the seed of a lottery. The server draws by it, and the browser of whoever doubts it draws again by
 * it: both read this file.
 *
 * Draw number n takes HMAC-SHA256 with the seed as its key over the text `{id of the lottery}:{n}`. The digest is read as
 * numbers of 32 bits, the first byte the highest. The first of them below 4,294,000,000 counts, modulo a million: so each
 * remainder is equally likely. Where none of the eight is below (once in 10^29 draws), `:1`, `:2` … is added to the text.
 */

/** Probabilities are whole parts of a million. */
export const partsInAll = 1_000_000

/** Numbers of 32 bits from here on would make some remainders likelier than others. */
const unfairFrom = Math.floor(2 ** 32 / partsInAll) * partsInAll

/** The text of which the digest decides. `round` grows where a digest has no number that counts. */
export function drawText(lotteryId: string, number: number, round: number): string {
  return round === 0 ? `${lotteryId}:${number}` : `${lotteryId}:${number}:${round}`
}

/** 0 to 999,999; undefined where the digest has no number that counts. */
export function partsOf(digest: Uint8Array): number | undefined {
  const view = new DataView(digest.buffer, digest.byteOffset, digest.byteLength)
  for (let at = 0; at + 4 <= digest.byteLength; at += 4) {
    const word = view.getUint32(at)
    if (word < unfairFrom) return word % partsInAll
  }
  return undefined
}

/** What of a prize decides draws. */
export interface WeighedPrize {
  readonly kind: 'goods' | 'thanks'
  readonly weight: number
  /** Null: without an end. */
  readonly stock: number | null
}

export const totalWeight = (prizes: readonly Pick<WeighedPrize, 'weight'>[]): number =>
  prizes.reduce((total, { weight }) => total + weight, 0)

/** The place of the prize on which the parts fall: the first has the lowest ones. */
export function placeOf(prizes: readonly Pick<WeighedPrize, 'weight'>[], parts: number): number {
  let end = 0
  const place = prizes.findIndex(({ weight }) => {
    end += weight
    return parts < end
  })
  if (place < 0) throw new Error(`weights of ${end} leave nothing for ${parts}`)
  return place
}

/** What a draw gives whose prize is used up: the first thank-you prize. */
export const consolationPlace = (prizes: readonly Pick<WeighedPrize, 'kind'>[]): number =>
  prizes.findIndex(({ kind }) => kind === 'thanks')

/** The place of what a draw gives, as far as prizes are left at that draw. The server draws by it, and whoever draws again. */
export function drawnPlace(
  prizes: readonly Pick<WeighedPrize, 'kind' | 'weight'>[],
  left: readonly (number | null)[],
  parts: number,
): number {
  const place = placeOf(prizes, parts)
  return left[place] === 0 ? consolationPlace(prizes) : place
}

/** Draws from the beginning: given the parts of each draw in order, it answers the place of the prize that was drawn. */
export function drawAgain(prizes: readonly WeighedPrize[]): (parts: number) => number {
  const remaining = prizes.map(({ stock }) => stock)
  return (parts) => {
    const place = drawnPlace(prizes, remaining, parts)
    const left = remaining[place] ?? null
    if (left !== null) remaining[place] = left - 1
    return place
  }
}

/** What has changed between two versions of a text: first which blocks, then which words inside a block that stayed similar. */
import { diffArrays, diffWordsWithSpace } from 'diff'

export interface Part {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

export interface BlockChange {
  readonly kind: 'same' | 'added' | 'removed' | 'changed'
  /** How the block stands in its article: `p`, `h2`, `li`, `picture` … */
  readonly tag: string
  readonly parts: readonly Part[]
}

export interface TextBlock {
  readonly tag: string
  readonly text: string
}

const keyOf = ({ tag, text }: TextBlock) => `${tag}\n${text}`
/** Longer blocks are shown as one removed and one added: comparing their words would take seconds. */
const wordsLengthMax = 20_000
/** Blocks that share less than this are two blocks. */
const similarShare = 0.3

const whole = (kind: 'same' | 'added' | 'removed', { tag, text }: TextBlock): BlockChange => ({
  ...{ kind, tag },
  parts: [{ kind, text }],
})

function compared(before: TextBlock, after: TextBlock, segmenter: Intl.Segmenter): BlockChange[] {
  const apart = [whole('removed', before), whole('added', after)]
  if (before.tag !== after.tag || before.text.length + after.text.length > wordsLengthMax) return apart
  const parts = diffWordsWithSpace(before.text, after.text, { intlSegmenter: segmenter }).map(
    ({ added, removed, value }): Part => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text: value }),
  )
  const same = parts.reduce((sum, { kind, text }) => (kind === 'same' ? sum + text.length : sum), 0)
  if (same < similarShare * Math.max(before.text.length, after.text.length)) return apart
  return [{ kind: 'changed', tag: after.tag, parts }]
}

/** The blocks of both versions in the order of reading. */
export function differencesOf(
  before: readonly TextBlock[],
  after: readonly TextBlock[],
  language: string,
): BlockChange[] {
  const segmenter = new Intl.Segmenter(language === 'cn' ? 'zh' : 'en', { granularity: 'word' })
  const changes = diffArrays([...before], [...after], { comparator: (left, right) => keyOf(left) === keyOf(right) })
  const found: BlockChange[] = []
  for (let at = 0; at < changes.length; at += 1) {
    const change = changes[at]
    if (!change) continue
    const next = changes[at + 1]
    if (change.removed && next?.added) {
      const pairs = Math.min(change.value.length, next.value.length)
      for (let pair = 0; pair < pairs; pair += 1) {
        const [old, own] = [change.value[pair], next.value[pair]]
        if (old && own) found.push(...compared(old, own, segmenter))
      }
      found.push(...change.value.slice(pairs).map((block) => whole('removed', block)))
      found.push(...next.value.slice(pairs).map((block) => whole('added', block)))
      at += 1
    } else {
      const kind = change.added ? 'added' : change.removed ? 'removed' : 'same'
      found.push(...change.value.map((block) => whole(kind, block)))
    }
  }
  return found
}

import { call } from '#web/api/query.ts'
import { textOf } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import { CHECKED_LENGTH_MAX, type Hit, words } from '../contract.ts'

type Hits = ReadonlyMap<string, readonly Hit[]>

/** A word that would reach from one text into the next is none: the places are asked for text by text. */
const BETWEEN_TEXTS = '\n'

/**
 * Looks through the texts of a form before it is sent (SYSTEM-120): path → text. Where there are sensitive words it
 * says so in a notification (SYSTEM-122, SYSTEM-126) and answers where they stand; an empty map lets the form go on.
 *
 *     const hits = await judgeTexts({ title, body })
 *     if (hits.size > 0) return setHits(hits)
 */
export async function judgeTexts(texts: Readonly<Record<string, string>>): Promise<Hits> {
  const all = Object.values(texts).join(BETWEEN_TEXTS)
  // What is longer than one question is left to the next, and to the server's own check of whatever is saved.
  const found = await call(words.judgeText, { body: { text: all.slice(0, CHECKED_LENGTH_MAX) } })
  if (found.length === 0) return new Map()
  const asked = Object.entries(texts).map(([path, text]) => ({ path, text }))
  const places = await call(words.judgeTexts, { body: { texts: asked } })
  if (places.words.length > 0)
    notify('error', textOf('kit', 'ui.sensitive-words-found', { words: places.words.join('、') }))
  return new Map(places.fields.map(({ path, hits }) => [path, hits]))
}

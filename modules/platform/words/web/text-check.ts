import { call } from '#web/api/query.ts'
import { textOf } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import { CHECKED_LENGTH_MAX, type Hit, words } from '../contract.ts'

type Hits = ReadonlyMap<string, readonly Hit[]>

/** The positions are requested text by text, because a word across two texts is no hit. */
const BETWEEN_TEXTS = '\n'

/**
 * Checks the texts of a form before it is sent (SYSTEM-120): path → text. It notifies the member about sensitive words (SYSTEM-122, SYSTEM-126) and answers their positions; an empty map permits the form.
 *
 *     const hits = await checkTexts({ title, body })
 *     if (hits.size > 0) return setHits(hits)
 */
export async function checkTexts(texts: Readonly<Record<string, string>>): Promise<Hits> {
  const all = Object.values(texts).join(BETWEEN_TEXTS)
  // Longer texts are split over several calls, and the server checks every saved text again.
  const found = await call(words.checkText, { body: { text: all.slice(0, CHECKED_LENGTH_MAX) } })
  if (found.length === 0) return new Map()
  const asked = Object.entries(texts).map(([path, text]) => ({ path, text }))
  const places = await call(words.checkTexts, { body: { texts: asked } })
  if (places.words.length > 0)
    notify('error', textOf('kit', 'ui.sensitive-words-found', { words: places.words.join('、') }))
  return new Map(places.fields.map(({ path, hits }) => [path, hits]))
}

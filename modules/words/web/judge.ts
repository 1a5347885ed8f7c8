import { call } from '#web/api/query.ts'
import { textOf } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import { type Hit, words } from '../contract.ts'

/**
 * Looks through the texts of a form before it is sent (SYSTEM-120): path → text. Where there are sensitive words it
 * says so in a notification (SYSTEM-122, SYSTEM-126) and answers where they stand; an empty map lets the form go on.
 *
 *     const hits = await judgeTexts({ title, body })
 *     if (hits.size > 0) return setHits(hits)
 */
export async function judgeTexts(
  texts: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, readonly Hit[]>> {
  const asked = Object.entries(texts).map(([path, text]) => ({ path, text }))
  const found = await call(words.judgeTexts, { body: { texts: asked } })
  if (found.words.length > 0)
    notify('error', textOf('kit', 'ui.sensitive-words-found', { words: found.words.join('、') }))
  return new Map(found.fields.map(({ path, hits }) => [path, hits]))
}

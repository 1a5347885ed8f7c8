/** The sensitive words of the demonstration company. */

import { defaultOptions } from '#modules/platform/words/server/lexicon-cache.ts'
import { allDisguises, normalizerFor } from '#modules/platform/words/server/normalize.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'
import { discussionPlan } from './content.ts'
import type { Row } from './rows.ts'

const dayMs = 86_400_000

const keyOf = (text: string) => normalizerFor(allDisguises).keyOf(text)

export function wordTables(now: number): [table: string, rows: Row[]][] {
  const common = { company_id: demoCompanyId, updated_by: memberIdOf('guanli'), updated_at: now - 40 * dayMs }
  const words = discussionPlan.words.flatMap(({ category, level = 'refuse', words: listed }) =>
    listed.map((word) => ({
      id: idOf(`word ${word}`),
      word,
      key: keyOf(word),
      category,
      level,
      enabled: true,
      ...common,
    })),
  )
  const phrases = discussionPlan.phrases.map((phrase) => {
    return { id: idOf(`phrase ${phrase}`), phrase, key: keyOf(phrase), ...common }
  })
  return [
    ['words.lexicon', [{ ...common, revision: idOf('lexicon'), options: defaultOptions }]],
    ['words.word', words],
    ['words.phrase', phrases],
  ]
}

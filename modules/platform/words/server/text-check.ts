/** Whether texts that others will read have sensitive words, and where. */
import { refuse, SENSITIVE_WORDS } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import type { FoundWord } from './lexicon.ts'
import { lexiconOf } from './lexicon-cache.ts'

/** What stands between words that are named in a message. */
const BETWEEN_WORDS = '、'

export interface CleanTexts {
  /** Words for a moderator to look at; the texts with them are saved all the same. */
  readonly review: readonly string[]
}

const distinct = (found: readonly FoundWord[]) => [...new Set(found.map(({ word }) => word))]

/** Where the company's sensitive words stand in a text: those that refuse it, and those for a moderator's look. */
export async function judge(connection: Connection, companyId: string, text: string): Promise<FoundWord[]> {
  return (await lexiconOf(connection, companyId)).find(text)
}

/** The hits of several texts that refuse them, path by path; texts without one are left out. */
export async function judgeFields(connection: Connection, companyId: string, texts: Readonly<Record<string, string>>) {
  const lexicon = await lexiconOf(connection, companyId)
  const fields = Object.entries(texts).map(([path, text]) => ({ path, found: lexicon.find(text) }))
  const refused = fields.map(({ path, found }) => ({ path, found: found.filter(({ level }) => level === 'refuse') }))
  return {
    refused: refused
      .filter(({ found }) => found.length > 0)
      .map(({ path, found }) => ({
        path,
        words: distinct(found),
        hits: found.map(({ start, end, word }) => ({ start, end, word })),
      })),
    review: distinct(fields.flatMap(({ found }) => found.filter(({ level }) => level === 'review'))),
  }
}

/**
 * Refuses with 900010 where one of the texts has sensitive words (SYSTEM-124): the server's own check of whatever others
 * will read, made in the transaction that saves it. `texts` is keyed by the path of the field in the request's body, and
 * holds plain text: the offsets of the hits are UTF-16 units of it.
 */
export async function assertClean(
  connection: Connection,
  companyId: string,
  texts: Readonly<Record<string, string>>,
): Promise<CleanTexts> {
  const { refused, review } = await judgeFields(connection, companyId, texts)
  if (refused.length === 0) return { review }
  const words = [...new Set(refused.flatMap((field) => field.words))]
  const fields = refused.map(({ path, words: ofField, hits }) => {
    return { path, rule: 'sensitive', message: ofField.join(BETWEEN_WORDS), hits }
  })
  throw refuse(SENSITIVE_WORDS, { words: words.join(BETWEEN_WORDS), fields })
}

/** The check of published texts for sensitive words. */
import { refuse, SENSITIVE_WORDS } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import type { FoundWord } from './lexicon.ts'
import { lexiconOf } from './lexicon-cache.ts'

/** Separates the words in a message. */
const BETWEEN_WORDS = '、'

export interface CleanTexts {
  /** Words that a moderator reviews; their texts are saved anyway. */
  readonly review: readonly string[]
}

const distinct = (found: readonly FoundWord[]) => [...new Set(found.map(({ word }) => word))]

/** The hits of the company's sensitive words in a text, of both levels. */
export async function findWords(connection: Connection, companyId: string, text: string): Promise<FoundWord[]> {
  return (await lexiconOf(connection, companyId)).find(text)
}

/** The refusing hits of several texts by path, without the clean texts; and the words for review. */
export async function checkFields(connection: Connection, companyId: string, texts: Readonly<Record<string, string>>) {
  const written = Object.entries(texts).filter(([, text]) => text !== '')
  if (written.length === 0) return { refused: [], review: [] }
  const lexicon = await lexiconOf(connection, companyId)
  const fields = written.map(([path, text]) => ({ path, found: lexicon.find(text) }))
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
 * Refuses with 900010 if a text has sensitive words (SYSTEM-124). Every call that saves a published text checks it
 * here, in the same transaction. `texts` maps the path of a field in the request's body to plain text; the offsets of
 * hits are UTF-16 units of that text.
 */
export async function assertClean(
  connection: Connection,
  companyId: string,
  texts: Readonly<Record<string, string>>,
): Promise<CleanTexts> {
  const { refused, review } = await checkFields(connection, companyId, texts)
  if (refused.length === 0) return { review }
  const words = [...new Set(refused.flatMap((field) => field.words))]
  const fields = refused.map(({ path, words: ofField, hits }) => {
    return { path, rule: 'sensitive', message: ofField.join(BETWEEN_WORDS), hits }
  })
  throw refuse(SENSITIVE_WORDS, { words: words.join(BETWEEN_WORDS), fields })
}

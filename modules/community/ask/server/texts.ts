/** Texts as they are kept: cleaned HTML, the beginning without formatting, pairs of characters for similar titles. */
import { INVALID_INPUT, refuse } from '#kit/errors.ts'
import { cleanRichText, plainText } from '#modules/content/catalog/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { htmlLengthMax, textLengthMax } from '../contract/shapes.ts'

const excerptLength = 160
const gramsMax = 60

interface TypedText {
  readonly title?: string
  readonly content: string
  /** The name of what a question came from, as its asker sends it: readers see it above the question. */
  readonly sourceTitle?: string | undefined
  /** The text may be empty, because the title says it all. */
  readonly mayBeEmpty?: boolean
}

export interface KeptText {
  readonly content: string
  readonly excerpt: string
  /** Sensitive words for a moderator's look. */
  readonly reviewWords: readonly string[]
}

/** The text as it is kept. Refuses what is too long or empty, and sensitive words. */
export async function keptText(db: Connection, companyId: string, typed: TypedText): Promise<KeptText> {
  const content = cleanRichText(typed.content)
  const text = plainText(content)
  const length = [...text].length
  const isEmpty = length === 0 && !/<(img|audio|video)\b/.test(content)
  if (length > textLengthMax || (isEmpty && !typed.mayBeEmpty)) {
    const rule = isEmpty ? 'minLength' : 'maxLength'
    const message = `must have 1 to ${textLengthMax} characters, has ${length}`
    throw refuse(INVALID_INPUT, { fields: [{ path: 'content', rule, message, length }] })
  }
  // Links and signs grow when they are cleaned: what is kept has the limit of what is sent.
  if (content.length > htmlLengthMax) {
    const message = `must have at most ${htmlLengthMax} characters of HTML`
    throw refuse(INVALID_INPUT, { fields: [{ path: 'content', rule: 'maxLength', message }] })
  }
  const { title, sourceTitle } = typed
  const texts = {
    ...(title !== undefined && { title }),
    content: text,
    ...(sourceTitle !== undefined && { 'source.title': sourceTitle }),
  }
  const { review: reviewWords } = await assertClean(db, companyId, texts)
  return { content, excerpt: beginningOf(text), reviewWords }
}

function beginningOf(text: string): string {
  const characters = [...text.replace(/\s+/gu, ' ')]
  return characters.length > excerptLength ? `${characters.slice(0, excerptLength).join('')}…` : characters.join('')
}

/** Pairs of neighboring characters of a title, whatever its case, width and punctuation. */
export function gramsOf(title: string): string[] {
  const words =
    title
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const grams = words.flatMap((word) => {
    const characters = [...word]
    return characters.length === 1 ? characters : characters.slice(1).map((one, at) => `${characters[at]}${one}`)
  })
  return [...new Set(grams)].slice(0, gramsMax)
}

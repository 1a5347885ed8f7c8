import { currentLanguage } from './language.ts'

const ends = /[.!?。！？]$/

/** Sentences as one text. One alone is a label and stays as it is; of several, each gets its full stop (decision 92). */
export function paragraph(sentences: readonly string[]): string {
  if (sentences.length < 2) return sentences[0] ?? ''
  const [stop, space] = currentLanguage() === 'cn' ? ['。', ''] : ['.', ' ']
  return sentences.map((sentence) => (ends.test(sentence) ? sentence : `${sentence}${stop}`)).join(space)
}

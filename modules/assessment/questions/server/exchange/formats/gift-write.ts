/** Questions as GIFT. Kinds that it does not have are essays for other programs; the comment before them says what they are. */
import type { QuestionContent, SimpleContent } from '../../../contract/question.ts'
import type { ExchangeQuestion } from '../exchange-question.ts'
import { questionDefaults } from './format-question.ts'
import { readGiftQuestion, remainderMark } from './gift-read.ts'
import { remainderOf } from './remainder.ts'
import { withTypedFormulas } from './rich-texts.ts'

/** A line break would end a question where it stands twice. */
const escapeGift = (text: string) =>
  text
    .replaceAll('\r', '')
    .replace(/[\\~=#{}:]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)
const rich = (html: string) => `[html]${escapeGift(withTypedFormulas(html))}`

/** The weights of Moodle: shares of 100 with five digits. */
const weight = (count: number) => `%${Number((100 / count).toFixed(5))}%`

function choices(options: readonly string[], right: readonly number[]): string {
  const wrongCount = options.length - right.length
  return options
    .map((text, at) => `~${right.includes(at) ? weight(right.length) : weight(-wrongCount)}${rich(text)}`)
    .join(' ')
}

const oneOf = (options: readonly string[], right: number, text: (option: string) => string) =>
  options.map((option, at) => `${at === right ? '=' : '~'}${text(option)}`).join(' ')

const alternatives = (answer: string) =>
  answer
    .split('|')
    .map((text) => `=${escapeGift(text.trim())}`)
    .join(' ')

/** Where a single blank of the stem stands; other programs know one alone. */
function aroundBlank(stem: string): readonly [string, string] | undefined {
  const [before, after, ...more] = stem.split('____')
  return before === undefined || after === undefined || more.length > 0 ? undefined : [before, after]
}

/** What stands between the braces, and the stem around them. */
function answersOf(
  content: SimpleContent,
): string | { readonly around: readonly [string, string]; readonly key: string } {
  switch (content.kind) {
    case 'single-choice':
      return oneOf(content.options, content.right, rich)
    case 'multiple-choice':
    case 'undetermined-choice':
      return choices(content.options, content.right)
    case 'true-false':
      return content.isTrue ? 'TRUE' : 'FALSE'
    case 'numeric':
      return `#${content.answer}:${content.tolerance}`
    case 'matching':
      return [...content.pairs, ...content.extra.map((right) => ({ left: '', right }))]
        .map(({ left, right }) => `=${left === '' ? '' : rich(left)} -> ${escapeGift(withTypedFormulas(right))}`)
        .join(' ')
    case 'fill-in': {
      const [blank, ...others] = content.blanks
      const around = aroundBlank(content.stem)
      return blank && others.length === 0 && around ? { around, key: alternatives(blank.answer) } : ''
    }
    case 'cloze': {
      const [gap, ...others] = content.gaps
      const around = aroundBlank(content.stem)
      if (!gap || others.length > 0 || !around) return ''
      const key = 'options' in gap ? oneOf(gap.options, gap.right, escapeGift) : alternatives(gap.answer)
      return { around, key }
    }
    default:
      return ''
  }
}

function blockOf(content: QuestionContent, topics: readonly string[]): string {
  const tags = topics.filter((name) => !/[\][\\\n]/.test(name)).map((name) => `[tag:${name}]`)
  const comment = tags.length > 0 ? `// ${tags.join(' ')}\n` : ''
  if (content.kind === 'group') return `${comment}${rich(content.stem)}`
  const answers = answersOf(content)
  const [key, before, after] =
    typeof answers === 'string' ? [answers, content.stem, ''] : [answers.key, ...answers.around]
  const explanation = content.explanation === '' ? '' : ` ####${rich(content.explanation)}`
  const end = after === '' ? '' : ` ${escapeGift(withTypedFormulas(after))}`
  return `${comment}${rich(before)} {${key}${explanation}}${end}`
}

function withComment(question: ExchangeQuestion): string[] {
  const { content, topics } = question
  const block = blockOf(content, topics)
  const isGroup = content.kind === 'group'
  const remainder = remainderOf(question, readGiftQuestion(block).question, isGroup ? content.parts.length : undefined)
  const own = remainder === undefined ? block : `${remainderMark}${remainder}\n${block}`
  if (!isGroup) return [own]
  const parts = content.parts.flatMap((part) => withComment({ ...questionDefaults, ...part }))
  return [own, ...parts]
}

export const giftText = (questions: readonly ExchangeQuestion[]): string =>
  `${questions.flatMap(withComment).join('\n\n')}\n`

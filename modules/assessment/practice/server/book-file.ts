/** The wrong-answer book as a spreadsheet. */
import type { Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import type { QuestionContent, SimpleContent } from '#modules/assessment/questions/contract.ts'
import { plainText } from '#modules/content/catalog/server.ts'
import { instantText } from '#modules/platform/identity/server.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import type { practice } from '../contract.ts'
import type { PracticeDb } from './db.ts'
import { questionsInExam } from './sources.ts'
import { wholeBook } from './wrong-book.ts'

interface Texts {
  readonly fileName: string
  readonly headings: readonly string[]
  readonly truth: readonly [string, string]
}

const texts: Readonly<Record<Language, Texts>> = {
  cn: {
    fileName: '错题本',
    headings: ['试题', '选项', '答案', '解析', '知识点', '来源', '答错次数', '最近答错', '笔记'],
    truth: ['正确', '错误'],
  },
  en: {
    fileName: 'Wrong answers',
    headings: ['Question', 'Options', 'Answer', 'Explanation', 'Topics', 'Source', 'Wrong', 'Last wrong', 'Note'],
    truth: ['True', 'False'],
  },
}

const line = (html: string) => plainText(html).replace(/\s+/g, ' ').trim()
const letter = (place: number) => (place < 26 ? String.fromCharCode(65 + place) : String(place + 1))
const lettered = (options: readonly string[]) => options.map((text, at) => `${letter(at)}. ${line(text)}`).join('\n')

function optionsText(content: QuestionContent): string {
  return 'options' in content ? lettered(content.options) : ''
}

function keyOf(content: SimpleContent, truth: Texts['truth']): string {
  switch (content.kind) {
    case 'single-choice':
      return letter(content.right)
    case 'multiple-choice':
    case 'undetermined-choice':
      return content.right.map(letter).join('')
    case 'true-false':
      return truth[content.isTrue ? 0 : 1]
    case 'fill-in':
      return content.blanks.map(({ answer }) => answer).join('；')
    case 'cloze':
      return content.gaps.map((gap) => ('options' in gap ? (gap.options[gap.right] ?? '') : gap.answer)).join('；')
    case 'numeric':
      return [content.answer, content.unit].join(' ').trim()
    case 'matching':
      return content.pairs.map(({ left, right }) => `${line(left)} → ${line(right)}`).join('\n')
    case 'ordering':
      return content.items.map((item, at) => `${at + 1}. ${line(item)}`).join('\n')
    case 'short-answer':
    case 'file-answer':
      return line(content.reference)
  }
}

const keyText = (content: QuestionContent, truth: Texts['truth']): string =>
  content.kind === 'group'
    ? content.parts.map((part, at) => `(${at + 1}) ${keyOf(part.content, truth)}`).join('\n')
    : keyOf(content, truth)

/** Questions of an exam that goes on are left out: the file has their keys. */
export async function bookFile(
  db: PracticeDb,
  filters: Input<typeof practice.wrongBookFile>['query'],
  { caller, language, now }: Context,
): Promise<StreamAnswer> {
  const asked = await questionsInExam(db, caller)
  const entries = (await wholeBook(db, caller, filters, now)).filter(({ questionId }) => !asked.has(questionId))
  const timeOf = await instantText(db, caller.companyId, 'minute')
  const { fileName, headings, truth } = texts[language]
  const rows = entries.map(({ content, topics, sourceName, wrongCount, lastWrongAt, note }) => [
    ...[line(content.stem), optionsText(content), keyText(content, truth), line(content.explanation)],
    ...[topics.map(({ name }) => name).join('、'), sourceName, wrongCount, timeOf(lastWrongAt), note],
  ])
  return sheetAnswer(fileName, [[...headings], ...rows], { plainName: 'wrong-answers' })
}

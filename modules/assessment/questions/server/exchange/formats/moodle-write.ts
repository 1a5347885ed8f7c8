/** Questions as Moodle XML. The parts of a group follow it as questions; Moodle shows the group as a description. */
import { splitAtBlanks } from '../../../contract/blanks.ts'
import type { QuestionContent, SimpleContent } from '../../../contract/question.ts'
import type { ExchangeQuestion } from '../exchange-question.ts'
import { withGaps } from './cloze.ts'
import { questionDefaults } from './format-question.ts'
import { readMoodleQuestion, remainderElement } from './moodle-read.ts'
import { remainderOf } from './remainder.ts'
import { mapSources, ownFileId, ownFileSource, withTypedFormulas } from './rich-texts.ts'
import { element, serializeXml, type XmlElement, xmlHead } from './xml.ts'

export interface ExportFile {
  /** As the package names it. */
  readonly name: string
  readonly bytes: Buffer
}
/** The files of the questions by their ids. */
export type ExportFiles = ReadonlyMap<string, ExportFile>

const text = (value: string) => element('text', {}, ...(value === '' ? [] : [value]))
const value = (name: string, content: string | number) => element(name, {}, String(content))

/** The address of a file in a text of Moodle. */
const address = ({ name }: ExportFile) => `@@PLUGINFILE@@/${encodeURIComponent(name)}`

/** The text as Moodle writes it, with the files that stand in it. */
function packed(html: string, files: ExportFiles) {
  const used = new Map<string, ExportFile>()
  const own = mapSources(withTypedFormulas(html), (from) => {
    const file = files.get(ownFileId(from) ?? '')
    if (file) used.set(file.name, file)
    return file && address(file)
  })
  const elements = [...used.values()].map(({ name, bytes }) =>
    element('file', { name, path: '/', encoding: 'base64' }, bytes.toString('base64')),
  )
  return { html: own, elements }
}

function rich(name: string, html: string, files: ExportFiles, attributes: Readonly<Record<string, string>> = {}) {
  const { html: own, elements } = packed(html, files)
  return element(name, { ...attributes, format: 'html' }, text(own), ...elements)
}

const answer = (fraction: number, plain: string, ...more: readonly XmlElement[]) =>
  element('answer', { fraction: String(fraction), format: 'plain_text' }, text(plain), ...more)

const typeOf = {
  ...({
    'single-choice': 'multichoice',
    'multiple-choice': 'multichoice',
    'undetermined-choice': 'multichoice',
  } as const),
  ...({ 'true-false': 'truefalse', 'fill-in': 'cloze', 'short-answer': 'essay', matching: 'matching' } as const),
  ...({
    ordering: 'ordering',
    cloze: 'cloze',
    numeric: 'numerical',
    'file-answer': 'essay',
    group: 'description',
  } as const),
} as const satisfies Record<QuestionContent['kind'], string>

const share = (count: number) => Number((100 / count).toFixed(5))

function choice(options: readonly string[], right: readonly number[], isSingle: boolean, files: ExportFiles) {
  const wrongCount = options.length - right.length
  const wrong = isSingle ? 0 : -share(wrongCount)
  return [
    value('single', String(isSingle)),
    value('shuffleanswers', 'false'),
    ...options.map((html, at) =>
      rich('answer', html, files, { fraction: String(right.includes(at) ? share(right.length) : wrong) }),
    ),
  ]
}

function keyOf(content: SimpleContent, files: ExportFiles): XmlElement[] {
  switch (content.kind) {
    case 'single-choice':
      return choice(content.options, [content.right], true, files)
    case 'multiple-choice':
    case 'undetermined-choice':
      return choice(content.options, content.right, false, files)
    case 'true-false':
      return [answer(content.isTrue ? 100 : 0, 'true'), answer(content.isTrue ? 0 : 100, 'false')]
    case 'short-answer':
      return [value('responseformat', 'editor'), rich('graderinfo', content.reference, files)]
    case 'file-answer':
      return [
        ...[value('responseformat', 'noinline'), value('responserequired', 0)],
        ...[value('attachments', content.filesMax), value('attachmentsrequired', 1)],
        rich('graderinfo', content.reference, files),
      ]
    case 'matching': {
      const sides = [...content.pairs, ...content.extra.map((right) => ({ left: '', right }))]
      const subquestions = sides.map(({ left, right }) => {
        const side = rich('subquestion', left, files)
        const { html, elements } = packed(right, files)
        return { ...side, children: [...side.children, ...elements, element('answer', {}, text(html))] }
      })
      return [value('shuffleanswers', 'true'), ...subquestions]
    }
    case 'ordering':
      return content.items.map((html, at) => rich('answer', html, files, { fraction: String(at + 1) }))
    case 'numeric': {
      const unit = element('unit', {}, value('multiplier', 1), value('unit_name', content.unit))
      return [
        answer(100, content.answer, value('tolerance', content.tolerance)),
        ...(content.unit === '' ? [] : [element('units', {}, unit)]),
      ]
    }
    default:
      return []
  }
}

function stemOf(content: QuestionContent): string {
  if (content.kind === 'fill-in') return withGaps(splitAtBlanks(content.stem), content.blanks, content.ignoreCase)
  if (content.kind === 'cloze') return withGaps(splitAtBlanks(content.stem), content.gaps, content.ignoreCase)
  return content.stem
}

const nameMax = 80
const nameOf = (content: QuestionContent) =>
  content.stem
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, nameMax)

function questionElement({ content, scoreTenths, topics }: ExchangeQuestion, files: ExportFiles): XmlElement {
  const tags = topics.map((name) => element('tag', {}, text(name)))
  return element(
    'question',
    { type: typeOf[content.kind] },
    element('name', {}, text(nameOf(content) || typeOf[content.kind])),
    rich('questiontext', stemOf(content), files),
    rich('generalfeedback', content.explanation, files),
    value('defaultgrade', content.kind === 'group' ? 0 : scoreTenths / 10),
    ...(content.kind === 'group' ? [] : keyOf(content, files)),
    ...(tags.length === 0 ? [] : [element('tags', {}, ...tags)]),
  )
}

const withAddresses = (remainder: string, files: ExportFiles) =>
  [...files].reduce(
    (rest, [id, file]) => (rest.includes(id) ? rest.replaceAll(ownFileSource(id), address(file)) : rest),
    remainder,
  )

function elementsFor(question: ExchangeQuestion, files: ExportFiles): XmlElement[] {
  const { content } = question
  const isGroup = content.kind === 'group'
  // Compared without the files: what stands in for them is laid over the texts alone.
  const read = readMoodleQuestion(questionElement(question, new Map())).question
  const remainder = remainderOf(question, read, isGroup ? content.parts.length : undefined)
  const found = questionElement(question, files)
  const own = remainder === undefined ? [] : [element(remainderElement, {}, withAddresses(remainder, files))]
  const head = { ...found, children: [...found.children, ...own] }
  if (!isGroup) return [head]
  return [head, ...content.parts.flatMap((part) => elementsFor({ ...questionDefaults, ...part }, files))]
}

export function moodleText(questions: readonly ExchangeQuestion[], files: ExportFiles): string {
  const all = questions.flatMap((question) => elementsFor(question, files))
  return `${xmlHead}<quiz>\n${all.map(serializeXml).join('\n')}\n</quiz>\n`
}

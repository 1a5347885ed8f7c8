/** Items of QTI 1.2, as Canvas and older programs export them: many in one file, their texts as HTML in `mattext`. */
import type { ImportLoss } from '../../../contract/exchange.ts'
import { KIND_UNSUPPORTED } from '../../../contract/exchange-codes.ts'
import type { SimpleContent } from '../../../contract/question.ts'
import { type FormatQuestion, questionDefaults, tenthsOf, unreadable } from './format-question.ts'
import { decimalOf } from './moodle-read.ts'
import { mapSources, withOwnFormulas } from './rich-texts.ts'
import { allOf, childOf, elementsOf, textOf, type XmlElement } from './xml.ts'

export const isQti1 = (document: XmlElement) => document.name === 'questestinterop'

const responseNames = ['response_lid', 'response_str', 'response_num', 'response_xy', 'response_grp']

interface Item {
  readonly root: XmlElement
  readonly type: string
  readonly losses: Set<ImportLoss>
  readonly source: (from: string) => string | undefined
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The materials of an element; those of the responses in it belong to them. */
function materialsOf(element: XmlElement | undefined): XmlElement[] {
  return elementsOf(element).flatMap((child) => {
    if (child.name === 'material') return [child]
    return responseNames.includes(child.name) || child.name === 'response_label' ? [] : materialsOf(child)
  })
}

/** Canvas names the files of a course by where they lie in its package. */
const address = (from: string) => from.replace(/^(?:\$|%24)IMS-CC-FILEBASE(?:\$|%24)\//i, '../web_resources/')

function richOf(item: Item, element: XmlElement | undefined): string {
  const html = materialsOf(element)
    .flatMap((material) => allOf(material, 'mattext', 'matimage'))
    .map((part) => {
      if (part.name === 'matimage') return `<img src="${escapeText(part.attributes.uri ?? '')}" alt="" />`
      const text = textOf(part)
      return part.attributes.texttype === 'text/html' ? text : escapeText(text.trim()).replaceAll('\n', '<br />')
    })
    .join('')
  return mapSources(withOwnFormulas(html), (from) => item.source(address(from))).trim()
}

const plainOf = (element: XmlElement) => allOf(element, 'mattext').map(textOf).join('').trim()
const asBlock = (html: string) => (html === '' || /^<(?:p|div|table|ul|ol|h\d)\b/.test(html) ? html : `<p>${html}</p>`)

/** The comparisons of this name that have to hold: not those below `not`. */
function required(element: XmlElement, name: string): XmlElement[] {
  return elementsOf(element).flatMap((child) => {
    if (child.name === name) return [child]
    return child.name === 'not' ? [] : required(child, name)
  })
}

const worthOf = (condition: XmlElement) =>
  Math.max(0, ...allOf(condition, 'setvar').map((one) => Number(textOf(one)) || 0))

/** What earns points. */
const earning = ({ root }: Item) => allOf(root, 'respcondition').filter((condition) => worthOf(condition) > 0)

function valuesOf(item: Item, response: XmlElement, name = 'varequal'): string[] {
  const { ident } = response.attributes
  const found = earning(item).flatMap((condition) => required(condition, name))
  return [...new Set(found.filter(({ attributes }) => attributes.respident === ident).map((one) => textOf(one).trim()))]
}

interface Head {
  readonly stem: string
  readonly explanation: string
}

function choiceOf(item: Item, response: XmlElement, head: Head): SimpleContent {
  const labels = allOf(response, 'response_label')
  const right = new Set(valuesOf(item, response))
  const names = labels.map((label) => plainOf(label).toLowerCase())
  const places = labels.flatMap(({ attributes }, at) => (right.has(attributes.ident ?? '') ? [at] : []))
  if (names.length === 2 && names.includes('true') && names.includes('false'))
    return { ...head, kind: 'true-false', isTrue: names[places[0] ?? -1] === 'true' }
  const options = labels.map((label) => richOf(item, { ...label, name: 'holder' }))
  if (response.attributes.rcardinality === 'Multiple')
    return { ...head, kind: 'multiple-choice', options, right: places, partial: 'none' }
  if (new Set(earning(item).map(worthOf)).size > 1) item.losses.add('weights')
  return { ...head, kind: 'single-choice', options, right: places[0] ?? -1 }
}

function matchOf(item: Item, responses: readonly XmlElement[], head: Head): SimpleContent {
  const labels = allOf(responses[0] as XmlElement, 'response_label')
  const pairs = responses.map((response) => {
    const [right] = valuesOf(item, response)
    return { left: richOf(item, response), label: labels.find(({ attributes }) => attributes.ident === right) }
  })
  const text = (label: XmlElement | undefined) => (label ? richOf(item, { ...label, name: 'holder' }) : '')
  const used = new Set(pairs.map(({ label }) => label))
  return {
    ...{ ...head, kind: 'matching', partial: 'each' },
    pairs: pairs.map(({ left, label }) => ({ left, right: text(label) })),
    extra: labels.filter((label) => !used.has(label)).map(text),
  }
}

/** `[name]` in the stem is the place of the response of that name: to be typed into, or with a list. */
function gapsOf(item: Item, responses: readonly XmlElement[], head: Head): SimpleContent | undefined {
  const placed = responses
    .map((response) => ({ response, mark: `[${materialsOf(response).map(plainOf).join('')}]` }))
    .map((one) => ({ ...one, at: head.stem.indexOf(one.mark) }))
    .toSorted((one, other) => one.at - other.at)
  if (placed.some(({ at }) => at < 0)) return undefined
  const stem = placed.reduce((text, { mark }) => text.replace(mark, '____'), head.stem)
  const shared = { ...head, stem, ignoreCase: true, partial: 'each' as const }
  const gaps = placed.map(({ response }) => {
    const labels = allOf(response, 'response_label')
    const right = valuesOf(item, response)
    const place = labels.findIndex(({ attributes }) => right.includes(attributes.ident ?? ''))
    return { options: labels.map(plainOf), right: place }
  })
  if (item.type === 'multiple_dropdowns_question') return { ...shared, kind: 'cloze', gaps }
  const blanks = gaps.map(({ options }) => ({ answer: [...new Set(options)].join('|') }))
  return { ...shared, kind: 'fill-in', blanks, anyOrder: false }
}

const decimal = (value: number) => decimalOf(String(Number(value.toFixed(9))))

function numberOf(item: Item, response: XmlElement, head: Head): SimpleContent {
  const [exact] = valuesOf(item, response)
  const [least, most] = ['vargte', 'varlte'].map((name) => Number(valuesOf(item, response, name)[0] ?? Number.NaN))
  const isRange = least !== undefined && most !== undefined && least <= most
  const answer = exact ?? (isRange ? decimal((least + most) / 2) : '')
  const tolerance = isRange ? decimal(Math.max(0, most - Number(answer))) : '0'
  return { ...head, kind: 'numeric', answer: decimalOf(answer), tolerance, unit: '' }
}

function typedOf(item: Item, response: XmlElement, head: Head): SimpleContent {
  const fib = allOf(response, 'render_fib')[0]
  const isNumber = /^(?:Decimal|Integer)$/.test(fib?.attributes.fibtype ?? '') || response.name === 'response_num'
  if (item.type === 'numerical_question' || isNumber) return numberOf(item, response, head)
  const answers = valuesOf(item, response)
  if (item.type === 'essay_question' || answers.length === 0)
    return { ...head, kind: 'short-answer', reference: '', lengthMax: 2000 }
  const stem = `${head.stem}<p>____</p>`
  return {
    ...head,
    stem,
    kind: 'fill-in',
    blanks: [{ answer: answers.join('|') }],
    anyOrder: false,
    ignoreCase: true,
    partial: 'each',
  }
}

function contentOf(item: Item, head: Head): SimpleContent | undefined {
  const responses = allOf(item.root, ...responseNames)
  const [first, ...others] = responses
  if (item.type === 'file_upload_question') {
    const formats = ['document', 'picture', 'audio', 'video'] as const
    return { ...head, kind: 'file-answer', reference: '', filesMax: 1, formats: [...formats] }
  }
  if (!first || responses.some(({ name }) => name === 'response_xy' || name === 'response_grp')) return undefined
  const areLists = responses.every(({ name }) => name === 'response_lid')
  if (areLists && /^(?:fill_in_multiple_blanks|multiple_dropdowns)_question$/.test(item.type))
    return gapsOf(item, responses, head)
  if (areLists && others.length > 0) return matchOf(item, responses, head)
  if (others.length > 0) return undefined
  return areLists ? choiceOf(item, first, head) : typedOf(item, first, head)
}

function metadataOf(root: XmlElement): ReadonlyMap<string, string> {
  const fields = allOf(root, 'qtimetadatafield')
  return new Map(
    fields.map((field) => [textOf(childOf(field, 'fieldlabel')).trim(), textOf(childOf(field, 'fieldentry')).trim()]),
  )
}

function readItem1(root: XmlElement, source: Item['source']): FormatQuestion {
  const metadata = metadataOf(root)
  const item: Item = { root, type: metadata.get('question_type') ?? '', losses: new Set(), source }
  const presentation = childOf(root, 'presentation')
  const excerpt = `${root.attributes.title ?? ''} ${textOf(presentation).replace(/\s+/g, ' ')}`
  const feedbacks = elementsOf(root, 'itemfeedback')
  const isGeneral = ({ attributes }: XmlElement) => attributes.ident === 'general_fb'
  if (!feedbacks.every(isGeneral)) item.losses.add('feedback')
  const explanation = asBlock(
    feedbacks
      .filter(isGeneral)
      .map((feedback) => richOf(item, feedback))
      .join(''),
  )
  const content = contentOf(item, { stem: asBlock(richOf(item, presentation)), explanation })
  if (!content) return unreadable(excerpt, KIND_UNSUPPORTED)
  const scoreTenths = tenthsOf(metadata.get('points_possible') ?? '') ?? questionDefaults.scoreTenths
  return { excerpt, question: { ...questionDefaults, content, scoreTenths }, problems: [], losses: [...item.losses] }
}

/** `read` gives each item the way to its pictures, and hears what it is. */
export function readQti1(
  document: XmlElement,
  read: (item: (source: Item['source']) => FormatQuestion) => FormatQuestion,
) {
  return allOf(document, 'item').map((root) => read((source) => readItem1(root, source)))
}

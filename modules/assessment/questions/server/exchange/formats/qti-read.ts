/** An item of QTI 2.x or 3.0 as a question. Several interactions that are no gaps of one text make a group. */

import type { ImportLoss } from '../../../contract/exchange.ts'
import { KIND_UNSUPPORTED } from '../../../contract/exchange-codes.ts'
import type { Gap, SimpleContent } from '../../../contract/question.ts'
import { type FormatQuestion, questionDefaults, tenthsOf, unreadable } from './format-question.ts'
import { decimalOf } from './moodle-read.ts'
import { htmlOf } from './qti-html.ts'
import { named2 } from './qti-names.ts'
import { mapSources } from './rich-texts.ts'
import { allOf, childOf, elementsOf, isElement, textOf, type XmlElement, type XmlNode } from './xml.ts'

const inlineNames = ['textEntryInteraction', 'inlineChoiceInteraction']
const isInteraction = ({ name }: XmlElement) => name.endsWith('Interaction')

interface Item {
  readonly root: XmlElement
  readonly declarations: ReadonlyMap<string, XmlElement>
  readonly losses: Set<ImportLoss>
  /** Where a picture, sound or video of the item is; undefined leaves the address as it is. */
  readonly source: (from: string) => string | undefined
}

const hidden = [
  'rubricBlock',
  'stylesheet',
  'feedbackInline',
  'feedbackBlock',
  'templateInline',
  'templateBlock',
  'catalogInfo',
]

function richOf(item: Item, nodes: readonly XmlNode[], gapAt: (interaction: XmlElement) => string = () => ''): string {
  const html = htmlOf(nodes, (node) => {
    if (isInteraction(node)) return gapAt(node)
    if (node.name === 'feedbackInline' || node.name === 'feedbackBlock') item.losses.add('feedback')
    if (node.name === 'prompt' || node.name === 'contentBody') return richOf(item, node.children, gapAt)
    return hidden.includes(node.name) ? '' : undefined
  })
  return mapSources(html, item.source).trim()
}

const declarationOf = (item: Item, interaction: XmlElement) =>
  item.declarations.get(interaction.attributes.responseIdentifier ?? '')
const correctOf = (item: Item, interaction: XmlElement): string[] =>
  elementsOf(childOf(declarationOf(item, interaction), 'correctResponse'), 'value').map((value) => textOf(value).trim())
const entriesOf = (item: Item, interaction: XmlElement) =>
  elementsOf(childOf(declarationOf(item, interaction), 'mapping'), 'mapEntry').map(({ attributes }) => ({
    key: attributes.mapKey ?? '',
    worth: Number(attributes.mappedValue ?? '0'),
    isCaseSensitive: attributes.caseSensitive !== 'false',
  }))

interface Head {
  readonly stem: string
  readonly explanation: string
}

const placesOf = (choices: readonly XmlElement[], identifiers: readonly string[]) =>
  identifiers.map((identifier) => choices.findIndex(({ attributes }) => attributes.identifier === identifier))

function choiceOf(item: Item, interaction: XmlElement, head: Head): SimpleContent {
  const choices = elementsOf(interaction, 'simpleChoice')
  const entries = entriesOf(item, interaction).filter(({ worth }) => worth > 0)
  const correct = correctOf(item, interaction)
  const identifiers = correct.length > 0 ? correct : entries.map(({ key }) => key)
  const names = choices.map(({ attributes }) => attributes.identifier?.toLowerCase())
  if (names.length === 2 && names.includes('true') && names.includes('false'))
    return { ...head, kind: 'true-false', isTrue: identifiers[0]?.toLowerCase() === 'true' }
  const options = choices.map((choice) => richOf(item, choice.children))
  const right = placesOf(choices, identifiers).toSorted((one, other) => one - other)
  const cardinality = declarationOf(item, interaction)?.attributes.cardinality
  const isSingle = (cardinality ?? (interaction.attributes.maxChoices === '1' ? 'single' : '')) === 'single'
  if (isSingle) return { ...head, kind: 'single-choice', options, right: right[0] ?? -1 }
  return { ...head, kind: 'multiple-choice', options, right, partial: entries.length > 0 ? 'each' : 'none' }
}

function matchOf(item: Item, interaction: XmlElement, head: Head): SimpleContent {
  const [lefts = [], rights = []] = elementsOf(interaction, 'simpleMatchSet').map((set) =>
    elementsOf(set, 'simpleAssociableChoice'),
  )
  const entries = entriesOf(item, interaction).filter(({ worth }) => worth > 0)
  const correct = correctOf(item, interaction)
  const pairs = new Map(
    (correct.length > 0 ? correct : entries.map(({ key }) => key)).map((pair) => pair.split(/\s+/) as [string, string]),
  )
  const text = (choice: XmlElement | undefined) => (choice ? richOf(item, choice.children) : '')
  const rightOf = ({ attributes }: XmlElement) =>
    rights.find((right) => right.attributes.identifier === pairs.get(attributes.identifier ?? ''))
  const used = new Set(lefts.map(rightOf))
  if (pairs.size < correct.length) item.losses.add('processing')
  return {
    ...{ ...head, kind: 'matching', partial: entries.length > 0 ? 'each' : 'none' },
    pairs: lefts.filter(rightOf).map((left) => ({ left: text(left), right: text(rightOf(left)) })),
    extra: rights.filter((right) => !used.has(right)).map(text),
  }
}

function orderOf(item: Item, interaction: XmlElement, head: Head): SimpleContent {
  const choices = elementsOf(interaction, 'simpleChoice')
  const places = placesOf(choices, correctOf(item, interaction))
  const items = places.flatMap((place) => (choices[place] ? [richOf(item, choices[place].children)] : []))
  return { ...head, kind: 'ordering', items, partial: 'none' }
}

/** What a scorer reads. */
function referenceOf(item: Item, within: XmlElement): string {
  const blocks = allOf(within, 'rubricBlock').filter(({ attributes }) => /scorer/.test(attributes.view ?? ''))
  return blocks.map((block) => richOf(item, block.children)).join('')
}

function blockContent(item: Item, interaction: XmlElement, within: XmlElement, head: Head): SimpleContent | undefined {
  switch (interaction.name) {
    case 'choiceInteraction':
      return choiceOf(item, interaction, head)
    case 'matchInteraction':
      return matchOf(item, interaction, head)
    case 'orderInteraction':
      return orderOf(item, interaction, head)
    case 'extendedTextInteraction':
      return { ...head, kind: 'short-answer', reference: referenceOf(item, within), lengthMax: 2000 }
    case 'uploadInteraction': {
      const formats = ['document', 'picture', 'audio', 'video'] as const
      return { ...head, kind: 'file-answer', reference: referenceOf(item, within), filesMax: 1, formats: [...formats] }
    }
    default:
      return undefined
  }
}

function gapOf(item: Item, interaction: XmlElement): { readonly gap: Gap; readonly ignoresCase: boolean } {
  const entries = entriesOf(item, interaction)
  if (interaction.name === 'inlineChoiceInteraction') {
    const choices = elementsOf(interaction, 'inlineChoice')
    const right = placesOf(choices, correctOf(item, interaction))[0] ?? -1
    return { gap: { options: choices.map((choice) => textOf(choice).trim()), right }, ignoresCase: true }
  }
  const right = [...correctOf(item, interaction), ...entries.filter(({ worth }) => worth > 0).map(({ key }) => key)]
  if (new Set(entries.filter(({ worth }) => worth > 0).map(({ worth }) => worth)).size > 1) item.losses.add('weights')
  const ignoresCase = entries.length > 0 && entries.every(({ isCaseSensitive }) => !isCaseSensitive)
  return { gap: { answer: [...new Set(right)].join('|') }, ignoresCase }
}

const numberTypes = ['float', 'integer']

/** The tolerance of a number, where the processing compares with one. */
function toleranceOf(item: Item, identifier: string | undefined): string {
  const found = allOf(item.root, 'equal').find((equal) =>
    allOf(equal, 'variable', 'correct').some(({ attributes }) => attributes.identifier === identifier),
  )
  const { toleranceMode, tolerance = '0' } = found?.attributes ?? {}
  if (toleranceMode === 'relative') item.losses.add('processing')
  return toleranceMode === 'absolute' ? decimalOf(tolerance.trim().split(/\s+/)[0] ?? '0') : '0'
}

function gapsContent(
  item: Item,
  nodes: readonly XmlNode[],
  gaps: readonly XmlElement[],
  explanation: string,
): SimpleContent {
  const [only] = gaps
  const baseType = only && declarationOf(item, only)?.attributes.baseType
  if (only && gaps.length === 1 && only.name === 'textEntryInteraction' && numberTypes.includes(baseType ?? '')) {
    const answer = decimalOf(correctOf(item, only)[0] ?? entriesOf(item, only)[0]?.key ?? '')
    const stem = richOf(item, nodes).replace(/<p>\s*<\/p>/g, '')
    const tolerance = toleranceOf(item, only.attributes.responseIdentifier)
    return { kind: 'numeric', stem, explanation, answer, tolerance, unit: '' }
  }
  const found = gaps.map((gap) => gapOf(item, gap))
  const stem = richOf(item, nodes, () => '____')
  const typed = found.filter(({ gap }) => 'answer' in gap)
  const ignoreCase = typed.length > 0 && typed.every(({ ignoresCase }) => ignoresCase)
  const shared = { stem, explanation, ignoreCase, partial: 'each' as const }
  const blanks = typed.flatMap(({ gap }) => ('answer' in gap ? [gap] : []))
  if (blanks.length === gaps.length) return { ...shared, kind: 'fill-in', blanks, anyOrder: false }
  return { ...shared, kind: 'cloze', gaps: found.map(({ gap }) => gap) }
}

/** What stands in these nodes as one question; undefined where it has interactions that we do not have. */
function simpleOf(item: Item, nodes: readonly XmlNode[], explanation: string): SimpleContent | undefined {
  const holder: XmlElement = { name: 'holder', attributes: {}, children: nodes }
  const interactions = interactionsIn(holder)
  const [first, ...others] = interactions
  if (!first) return undefined
  if (interactions.every(({ name }) => inlineNames.includes(name)))
    return gapsContent(item, nodes, interactions, explanation)
  if (others.length > 0) return undefined
  const prompt = childOf(first, 'prompt')
  const stem = `${richOf(item, nodes)}${prompt ? promptHtml(item, prompt) : ''}`
  return blockContent(item, first, holder, { stem, explanation })
}

function promptHtml(item: Item, prompt: XmlElement): string {
  const html = richOf(item, prompt.children)
  return html === '' || /^<(?:p|div|table|ul|ol|h\d)\b/.test(html) ? html : `<p>${html}</p>`
}

function interactionsIn(element: XmlElement): XmlElement[] {
  return elementsOf(element).flatMap((child) => (isInteraction(child) ? [child] : interactionsIn(child)))
}

/** The body without boxes around everything. */
function bodyNodes(body: XmlElement): readonly XmlNode[] {
  const [only, ...more] = body.children.filter((node) => isElement(node) || node.trim() !== '')
  const isBox = only !== undefined && isElement(only) && only.name === 'div' && more.length === 0
  return isBox ? bodyNodes(only) : body.children
}

/** What stands before the first part is the material. */
function groupOf(item: Item, nodes: readonly XmlNode[]) {
  const parts: (SimpleContent | undefined)[] = []
  let waiting: XmlNode[] = []
  let stem: string | undefined
  for (const node of nodes) {
    const holder = { name: 'holder', attributes: {}, children: [node] }
    if (interactionsIn(holder).length === 0) {
      waiting.push(node)
      continue
    }
    if (stem === undefined) {
      stem = richOf(item, waiting)
      waiting = []
    }
    const own = isElement(node) && node.name === 'div' ? node.children : [node]
    parts.push(simpleOf(item, [...waiting, ...own], ''))
    waiting = []
  }
  return { stem: stem ?? '', parts }
}

const isComposite = (nodes: readonly XmlNode[]) =>
  nodes.filter(isElement).some(({ name, attributes }) => name === 'div' && attributes.class === 'part')

function knowsProcessing(root: XmlElement): boolean {
  const processing = childOf(root, 'responseProcessing')
  if (!processing) return true
  if (/(?:match_correct|map_response|cc2_match)/.test(processing.attributes.template ?? '')) return true
  const compares = allOf(processing, 'match', 'mapResponse', 'equal', 'stringMatch')
  return compares.length > 0 && allOf(processing, 'customOperator', 'not', 'product', 'random').length === 0
}

export function readItem(document: XmlElement, source: Item['source'] = () => undefined): FormatQuestion {
  const root = named2(document)
  const body = childOf(root, 'itemBody')
  const title = root.attributes.title ?? ''
  if (root.name !== 'assessmentItem' || !body) return unreadable(textOf(document))
  const declarations = new Map(
    elementsOf(root, 'responseDeclaration').map((one) => [one.attributes.identifier ?? '', one] as const),
  )
  const item: Item = { root, declarations, losses: new Set(), source }
  const explanation = elementsOf(root, 'modalFeedback')
    .filter(({ attributes }) => attributes.identifier === 'explanation')
    .map((feedback) => richOf(item, feedback.children))
    .join('')
  if (elementsOf(root, 'modalFeedback').some(({ attributes }) => attributes.identifier !== 'explanation'))
    item.losses.add('feedback')
  if (!knowsProcessing(root)) item.losses.add('processing')
  const excerpt = `${title} ${textOf(body).replace(/\s+/g, ' ')}`
  const nodes = bodyNodes(body)
  const single = isComposite(nodes) ? undefined : simpleOf(item, nodes, explanation)
  const maxScore = elementsOf(root, 'outcomeDeclaration').find(({ attributes }) => attributes.identifier === 'MAXSCORE')
  const written = maxScore && tenthsOf(textOf(allOf(maxScore, 'value')[0]))
  const scoreTenths = written ?? questionDefaults.scoreTenths
  const losses = () => [...item.losses]
  if (single)
    return { excerpt, question: { ...questionDefaults, content: single, scoreTenths }, problems: [], losses: losses() }
  const interactions = interactionsIn(body)
  const { stem, parts } = groupOf(item, nodes)
  const known = parts.filter((part) => part !== undefined)
  if (interactions.length === 0 || known.length < parts.length || known.length === 0)
    return unreadable(excerpt, KIND_UNSUPPORTED)
  const share = Math.floor(scoreTenths / known.length)
  const content = {
    ...{ kind: 'group' as const, explanation, stem: stem === '' ? htmlOf([`${title}`], () => undefined) : stem },
    parts: known.map((part, at) => ({
      scoreTenths: at === 0 ? scoreTenths - share * (known.length - 1) : share,
      content: part,
    })),
  }
  return { excerpt, question: { ...questionDefaults, content, scoreTenths }, problems: [], losses: losses() }
}

/** A question as an item of QTI 2.2. The parts of a group are interactions of one item. */
import { alternativesOf, splitAtBlanks } from '../../../contract/blanks.ts'
import type { Blank, Gap, QuestionContent, SimpleContent } from '../../../contract/question.ts'
import type { ExchangeQuestion } from '../exchange-question.ts'
import { nodesOf } from './qti-html.ts'
import { element, isElement, type XmlElement, type XmlNode } from './xml.ts'

const templates = 'http://www.imsglobal.org/question/qti_v2p2/rptemplates'

/** What a question, or a part of one, says: its answers, its place in the body, and how they are compared. */
interface Fragment {
  readonly declarations: readonly XmlElement[]
  readonly body: readonly XmlNode[]
  /** For numbers, which are compared with a tolerance. */
  readonly tolerance?: string
  readonly isMapped?: boolean
}

type Rich = (html: string) => readonly XmlNode[]
interface Place {
  readonly rich: Rich
  /** The identifier of the answer; several answers have numbers behind it. */
  readonly response: string
}

const value = (text: string) => element('value', {}, text)
const correct = (...values: readonly string[]) => element('correctResponse', {}, ...values.map(value))

interface Declared {
  readonly cardinality?: 'single' | 'multiple' | 'ordered'
  readonly baseType?: 'identifier' | 'string' | 'float' | 'directedPair' | 'file'
}

const declaration = (
  identifier: string,
  { cardinality = 'single', baseType = 'identifier' }: Declared,
  ...children: readonly XmlElement[]
) => element('responseDeclaration', { identifier, cardinality, baseType }, ...children)

/** A number that adds up to about 1, without an exponent. */
const share = (count: number) => String(Number((1 / count).toFixed(6)))
const mapping = (entries: readonly XmlElement[]) => element('mapping', { defaultValue: '0' }, ...entries)
const entry = (mapKey: string, mappedValue: string, more: Readonly<Record<string, string>> = {}) =>
  element('mapEntry', { mapKey, mappedValue, ...more })

const name = (at: number, letter = 'C') => `${letter}${at + 1}`

const blocks = ['p', 'div', 'ul', 'ol', 'table', 'blockquote', 'pre', 'h1', 'h2', 'h3', 'h4', 'hr']

/** Blocks alone may stand in the body of an item. */
function inBlocks(nodes: readonly XmlNode[]): readonly XmlNode[] {
  const isBlock = (node: XmlNode) => isElement(node) && blocks.includes(node.name)
  if (nodes.every(isBlock)) return nodes
  return [element('div', {}, ...nodes)]
}

function choice(
  options: readonly string[],
  right: readonly number[],
  isSingle: boolean,
  isShared: boolean,
  place: Place,
) {
  const { rich, response } = place
  const wrongCount = options.length - right.length
  const entries = options.map((_, at) =>
    right.includes(at) ? entry(name(at), share(right.length)) : entry(name(at), `-${share(wrongCount)}`),
  )
  return {
    declarations: [
      declaration(
        response,
        { cardinality: isSingle ? 'single' : 'multiple' },
        correct(...right.map((at) => name(at))),
        ...(isShared ? [mapping(entries)] : []),
      ),
    ],
    interaction: element(
      'choiceInteraction',
      { responseIdentifier: response, shuffle: 'false', maxChoices: isSingle ? '1' : '0' },
      ...options.map((html, at) => element('simpleChoice', { identifier: name(at) }, ...rich(html))),
    ),
    isMapped: isShared,
  }
}

/** Gaps in their places. What they stand in is read as XML after they are there, because a blank may stand in a mark. */
function gapsFragment(stem: string, gaps: readonly Gap[], ignoreCase: boolean, { rich, response }: Place): Fragment {
  const identifier = (at: number) => (gaps.length === 1 ? response : `${response}_${at + 1}`)
  const marker = (at: number) => `<span data-gap="${at}"></span>`
  const texts = splitAtBlanks(stem)
  const html = texts.map((text, at) => (at < texts.length - 1 ? text + marker(at) : text)).join('')
  const interactionOf = (gap: Gap, at: number) =>
    'options' in gap
      ? element(
          'inlineChoiceInteraction',
          { responseIdentifier: identifier(at), shuffle: 'false' },
          ...gap.options.map((text, option) => element('inlineChoice', { identifier: name(option) }, text)),
        )
      : element('textEntryInteraction', { responseIdentifier: identifier(at) })
  const placed = (node: XmlNode): XmlNode => {
    if (!isElement(node)) return node
    const at = node.attributes['data-gap']
    const gap = at === undefined ? undefined : gaps[Number(at)]
    return gap ? interactionOf(gap, Number(at)) : { ...node, children: node.children.map(placed) }
  }
  return {
    declarations: gaps.map((gap, at) => gapDeclaration(identifier(at), gap, ignoreCase)),
    body: inBlocks(rich(html)).map(placed),
    isMapped: true,
  }
}

function gapDeclaration(identifier: string, gap: Gap, ignoreCase: boolean): XmlElement {
  if ('options' in gap)
    return declaration(identifier, {}, correct(name(gap.right)), mapping([entry(name(gap.right), '1')]))
  const texts = alternativesOf((gap as Blank).answer)
  const entries = texts.map((text) => entry(text, '1', { caseSensitive: String(!ignoreCase) }))
  return declaration(identifier, { baseType: 'string' }, correct(texts[0] ?? ''), mapping(entries))
}

function matching(content: SimpleContent & { kind: 'matching' }, { rich, response }: Place) {
  const rights = [...new Set([...content.pairs.map(({ right }) => right), ...content.extra])]
  const set = (texts: readonly string[], letter: string, matchMax: string) =>
    element(
      'simpleMatchSet',
      {},
      ...texts.map((html, at) =>
        element('simpleAssociableChoice', { identifier: name(at, letter), matchMax }, ...rich(html)),
      ),
    )
  const pairs = content.pairs.map(({ right }, at) => `${name(at, 'L')} ${name(rights.indexOf(right), 'R')}`)
  const isShared = content.partial === 'each'
  const lefts = content.pairs.map(({ left }) => left)
  return {
    declarations: [
      declaration(
        response,
        { cardinality: 'multiple', baseType: 'directedPair' },
        correct(...pairs),
        ...(isShared ? [mapping(pairs.map((pair) => entry(pair, share(pairs.length))))] : []),
      ),
    ],
    interaction: element(
      'matchInteraction',
      { responseIdentifier: response, shuffle: 'true', maxAssociations: String(pairs.length) },
      set(lefts, 'L', '1'),
      set(rights, 'R', '0'),
    ),
    isMapped: isShared,
  }
}

const rubric = (reference: string, rich: Rich) =>
  reference === '' ? [] : [element('rubricBlock', { view: 'scorer' }, ...inBlocks(rich(reference)))]

function fragmentOf(content: SimpleContent, place: Place): Fragment {
  const { rich, response } = place
  const stem = inBlocks(rich(content.stem))
  const below = ({ interaction, ...others }: { interaction: XmlElement } & Omit<Fragment, 'body'>): Fragment => ({
    ...others,
    body: [...stem, interaction],
  })
  switch (content.kind) {
    case 'single-choice':
      return below(choice(content.options, [content.right], true, false, place))
    case 'multiple-choice':
    case 'undetermined-choice':
      return below(choice(content.options, content.right, false, content.partial === 'each', place))
    case 'true-false':
      return below({
        declarations: [declaration(response, {}, correct(String(content.isTrue)))],
        interaction: element(
          'choiceInteraction',
          { responseIdentifier: response, shuffle: 'false', maxChoices: '1' },
          element('simpleChoice', { identifier: 'true' }, '正确'),
          element('simpleChoice', { identifier: 'false' }, '错误'),
        ),
      })
    case 'fill-in':
      return gapsFragment(content.stem, content.blanks, content.ignoreCase, place)
    case 'cloze':
      return gapsFragment(content.stem, content.gaps, content.ignoreCase, place)
    case 'matching':
      return below(matching(content, place))
    case 'ordering':
      return below({
        declarations: [
          declaration(response, { cardinality: 'ordered' }, correct(...content.items.map((_, at) => name(at)))),
        ],
        interaction: element(
          'orderInteraction',
          { responseIdentifier: response, shuffle: 'true' },
          ...content.items.map((html, at) => element('simpleChoice', { identifier: name(at) }, ...rich(html))),
        ),
      })
    case 'numeric': {
      const field = element('textEntryInteraction', { responseIdentifier: response })
      const declared = declaration(response, { baseType: 'float' }, correct(content.answer))
      return { declarations: [declared], body: [...stem, element('p', {}, field)], tolerance: content.tolerance }
    }
    case 'short-answer': {
      const field = element('extendedTextInteraction', { responseIdentifier: response })
      const declared = declaration(response, { baseType: 'string' })
      return { declarations: [declared], body: [...stem, field, ...rubric(content.reference, rich)] }
    }
    case 'file-answer': {
      const field = element('uploadInteraction', { responseIdentifier: response })
      const declared = declaration(response, { baseType: 'file' })
      return { declarations: [declared], body: [...stem, field, ...rubric(content.reference, rich)] }
    }
  }
}

/** Numbers within their tolerance. */
function toleranceProcessing(response: string, tolerance: string): XmlElement {
  const equal = element(
    'equal',
    { toleranceMode: 'absolute', tolerance: `${tolerance} ${tolerance}` },
    element('variable', { identifier: response }),
    element('correct', { identifier: response }),
  )
  const one = element('setOutcomeValue', { identifier: 'SCORE' }, element('baseValue', { baseType: 'float' }, '1'))
  return element('responseProcessing', {}, element('responseCondition', {}, element('responseIf', {}, equal, one)))
}

function bodyOf(content: QuestionContent, rich: Rich): Fragment {
  if (content.kind !== 'group') return fragmentOf(content, { rich, response: 'RESPONSE' })
  const parts = content.parts.map((part, at) => fragmentOf(part.content, { rich, response: `PART${at + 1}` }))
  return {
    declarations: parts.flatMap(({ declarations }) => declarations),
    body: [...inBlocks(rich(content.stem)), ...parts.map(({ body }) => element('div', { class: 'part' }, ...body))],
    isMapped: true,
  }
}

const outcome = (identifier: string, ...children: readonly XmlElement[]) =>
  element('outcomeDeclaration', { identifier, cardinality: 'single', baseType: 'float' }, ...children)

const titleMax = 80
const titleOf = (content: QuestionContent) =>
  content.stem
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, titleMax)

/** `source`: where the files of the texts stand, as the item names them. */
export function itemOf(
  { content, scoreTenths }: ExchangeQuestion,
  identifier: string,
  source: (from: string) => string,
): XmlElement {
  const rich: Rich = (html) => nodesOf(html, source)
  const { declarations, body, tolerance, isMapped = false } = bodyOf(content, rich)
  const template = `${templates}/${isMapped ? 'map_response' : 'match_correct'}`
  const hasExplanation = content.explanation !== ''
  const feedback = { outcomeIdentifier: 'FEEDBACK', identifier: 'explanation', showHide: 'show' }
  return element(
    'assessmentItem',
    { identifier, title: titleOf(content) || identifier, adaptive: 'false', timeDependent: 'false' },
    ...declarations,
    outcome('SCORE'),
    outcome('MAXSCORE', element('defaultValue', {}, value(String(scoreTenths / 10)))),
    ...(hasExplanation
      ? [element('outcomeDeclaration', { identifier: 'FEEDBACK', cardinality: 'single', baseType: 'identifier' })]
      : []),
    element('itemBody', {}, ...body),
    tolerance === undefined ? element('responseProcessing', { template }) : toleranceProcessing('RESPONSE', tolerance),
    ...(hasExplanation ? [element('modalFeedback', feedback, ...inBlocks(rich(content.explanation)))] : []),
  )
}

/** What the editor holds of a question: the fields of every kind, so that another kind keeps what was written. */
import { countBlanks } from '../../contract/blanks.ts'
import type {
  Blank,
  Gap,
  PartialRule,
  QuestionContent,
  QuestionKind,
  SimpleContent,
  SimpleContentOf,
  SimpleKind,
} from '../../contract/question.ts'

/** A text that can change its place: the key stays with it. */
export interface Line {
  readonly key: string
  readonly text: string
}

export interface OptionDraft extends Line {
  readonly isRight: boolean
}

export interface PairDraft {
  readonly key: string
  readonly left: string
  readonly right: string
}

export interface BlankDraft {
  readonly answer: string
  /** Empty: the text is compared. */
  readonly tolerance: string
  /** The options of a gap in which the learner chooses; none where the learner types. */
  readonly choices: readonly string[]
  readonly right: number
}

export interface PartDraft {
  readonly key: string
  readonly scoreTenths: number
  readonly draft: Draft
}

type FileFormat = SimpleContentOf<'file-answer'>['formats'][number]

export interface Draft {
  readonly kind: QuestionKind
  readonly stem: string
  readonly explanation: string
  readonly options: readonly OptionDraft[]
  readonly partial: PartialRule
  readonly isTrue: boolean
  readonly blanks: readonly BlankDraft[]
  readonly anyOrder: boolean
  readonly ignoreCase: boolean
  readonly reference: string
  readonly lengthMax: number
  readonly pairs: readonly PairDraft[]
  readonly extra: readonly Line[]
  readonly items: readonly Line[]
  readonly answer: string
  readonly tolerance: string
  readonly unit: string
  readonly filesMax: number
  readonly formats: readonly FileFormat[]
  readonly parts: readonly PartDraft[]
}

let made = 0
/** A key that no other line has. */
const newKey = () => `line-${++made}`

export const newLine = (text = ''): Line => ({ key: newKey(), text })
export const newOption = (text = '', isRight = false): OptionDraft => ({ key: newKey(), text, isRight })
export const newPair = (left = '', right = ''): PairDraft => ({ key: newKey(), left, right })
const newBlank: BlankDraft = { answer: '', tolerance: '', choices: [], right: 0 }
export const newPart = (kind: SimpleKind): PartDraft => ({ key: newKey(), scoreTenths: 20, draft: newDraft(kind) })

export function newDraft(kind: QuestionKind): Draft {
  return {
    ...{ kind, stem: '', explanation: '', partial: 'none', isTrue: true },
    options: [newOption(), newOption(), newOption(), newOption()],
    ...{ blanks: [], anyOrder: false, ignoreCase: true, reference: '', lengthMax: 2000 },
    ...{ pairs: [newPair(), newPair(), newPair()], extra: [], items: [newLine(), newLine(), newLine()] },
    ...{ answer: '', tolerance: '0', unit: '', filesMax: 1, formats: ['document', 'picture'] },
    parts: kind === 'group' ? [newPart('single-choice')] : [],
  }
}

const blankOf = (gap: Gap): BlankDraft =>
  'options' in gap
    ? { ...newBlank, choices: gap.options, right: gap.right }
    : { ...newBlank, answer: gap.answer, tolerance: gap.tolerance ?? '' }

/** What the content says beyond what every kind has. */
function ownFields(content: QuestionContent): Partial<Draft> {
  switch (content.kind) {
    case 'single-choice':
      return { options: content.options.map((text, at) => newOption(text, at === content.right)) }
    case 'multiple-choice':
    case 'undetermined-choice': {
      const right = new Set(content.right)
      return { partial: content.partial, options: content.options.map((text, at) => newOption(text, right.has(at))) }
    }
    case 'true-false':
      return { isTrue: content.isTrue }
    case 'fill-in': {
      const { anyOrder, ignoreCase, partial } = content
      return { anyOrder, ignoreCase, partial, blanks: content.blanks.map(blankOf) }
    }
    case 'cloze':
      return { ignoreCase: content.ignoreCase, partial: content.partial, blanks: content.gaps.map(blankOf) }
    case 'short-answer':
      return { reference: content.reference, lengthMax: content.lengthMax }
    case 'matching':
      return {
        pairs: content.pairs.map(({ left, right }) => newPair(left, right)),
        extra: content.extra.map(newLine),
        partial: content.partial,
      }
    case 'ordering':
      return { items: content.items.map(newLine), partial: content.partial }
    case 'numeric':
      return { answer: content.answer, tolerance: content.tolerance, unit: content.unit }
    case 'file-answer':
      return { reference: content.reference, filesMax: content.filesMax, formats: content.formats }
    case 'group':
      return {
        parts: content.parts.map(({ scoreTenths, content: part }) => ({
          key: newKey(),
          scoreTenths,
          draft: draftOf(part),
        })),
      }
  }
}

export function draftOf(content: QuestionContent): Draft {
  const { kind, stem, explanation } = content
  return { ...newDraft(kind), stem, explanation, ...ownFields(content) }
}

/** The blanks that the stem has now, with what was written for them. */
export function shownBlanks({ stem, blanks }: Pick<Draft, 'stem' | 'blanks'>): BlankDraft[] {
  return Array.from({ length: countBlanks(stem) }, (_, at) => blanks[at] ?? newBlank)
}

function typedBlank({ answer, tolerance }: BlankDraft): Blank {
  const trimmed = tolerance.trim()
  return { answer: answer.trim(), ...(trimmed !== '' && { tolerance: trimmed }) }
}

const gapOf = (blank: BlankDraft): Gap =>
  blank.choices.length > 0
    ? { options: blank.choices.map((text) => text.trim()), right: blank.right }
    : typedBlank(blank)

/** A short text of one paragraph is kept without it, as an import writes it. */
function shortText(html: string): string {
  const inner = /^<p>(.*)<\/p>$/s.exec(html)?.[1]
  return inner === undefined || /<\/?p\b/.test(inner) ? html : inner
}

const textsOf = (lines: readonly Line[]) => lines.map(({ text }) => shortText(text))
const rightOf = (draft: Draft) => draft.options.flatMap(({ isRight }, at) => (isRight ? [at] : []))

type Shared = Pick<SimpleContent, 'stem' | 'explanation'>

/** How each kind is made of the draft. What is missing is missing in the content as well: the check names it. */
const makers: { readonly [K in SimpleKind]: (draft: Draft, shared: Shared) => SimpleContentOf<K> } = {
  'single-choice': (draft, shared) => ({
    ...{ kind: 'single-choice', ...shared, options: textsOf(draft.options) },
    right: draft.options.findIndex(({ isRight }) => isRight),
  }),
  'multiple-choice': (draft, shared) => ({
    ...{ kind: 'multiple-choice', ...shared, options: textsOf(draft.options) },
    ...{ right: rightOf(draft), partial: draft.partial },
  }),
  'undetermined-choice': (draft, shared) => ({
    ...{ kind: 'undetermined-choice', ...shared, options: textsOf(draft.options) },
    ...{ right: rightOf(draft), partial: draft.partial },
  }),
  'true-false': ({ isTrue }, shared) => ({ kind: 'true-false', ...shared, isTrue }),
  'fill-in': (draft, shared) => ({
    ...{ kind: 'fill-in', ...shared, blanks: shownBlanks(draft).map(typedBlank) },
    ...{ anyOrder: draft.anyOrder, ignoreCase: draft.ignoreCase, partial: draft.partial },
  }),
  cloze: (draft, shared) => ({
    ...{ kind: 'cloze', ...shared, gaps: shownBlanks(draft).map(gapOf) },
    ...{ ignoreCase: draft.ignoreCase, partial: draft.partial },
  }),
  'short-answer': ({ reference, lengthMax }, shared) => ({ kind: 'short-answer', ...shared, reference, lengthMax }),
  matching: ({ pairs, extra, partial }, shared) => ({
    ...{ kind: 'matching', ...shared, partial, extra: textsOf(extra) },
    pairs: pairs.map(({ left, right }) => ({ left: shortText(left), right: shortText(right) })),
  }),
  ordering: ({ items, partial }, shared) => ({
    ...{ kind: 'ordering', ...shared, items: textsOf(items) },
    partial: partial === 'none' ? 'none' : 'each',
  }),
  numeric: ({ answer, tolerance, unit }, shared) => ({
    ...{ kind: 'numeric', ...shared, answer: answer.trim(), tolerance: tolerance.trim() || '0', unit: unit.trim() },
  }),
  'file-answer': ({ reference, filesMax, formats }, shared) => ({
    ...{ kind: 'file-answer', ...shared, reference, filesMax, formats: [...formats] },
  }),
}

function simpleContentOf(draft: Draft): SimpleContent {
  const { stem, explanation } = draft
  // A part of a group is never a group: the chooser of kinds does not offer it there.
  return makers[draft.kind as SimpleKind](draft, { stem, explanation })
}

export function contentOf(draft: Draft): QuestionContent {
  if (draft.kind !== 'group') return simpleContentOf(draft)
  const { stem, explanation } = draft
  const parts = draft.parts.map(({ scoreTenths, draft: part }) => ({ scoreTenths, content: simpleContentOf(part) }))
  return { kind: 'group', stem, explanation, parts }
}

/** The score of a group is the sum of its parts. */
export const scoreOfParts = (draft: Draft) => draft.parts.reduce((sum, { scoreTenths }) => sum + scoreTenths, 0)

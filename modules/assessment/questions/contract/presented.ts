/**
 * A question as a learner sees it before the key may be known. `presentedOf` is the only way from a content to a learner.
 * What could tell the key is put into an order that depends on the texts alone: the right side of a matching, and the
 * items of an ordering. A paper may shuffle further; ids stay what they are.
 */
import { type Static, Type } from 'typebox'
import { namedKeyword, OneOf } from '#kit/schema.ts'
import {
  fileFormats,
  partialRules,
  type QuestionContent,
  QuestionKind,
  ScoreTenths,
  type SimpleContent,
} from './question.ts'

const Choosable = Type.Object({ id: Type.Integer(), text: Type.String() })

const presentedFields = {
  kind: QuestionKind,
  stem: Type.String(),
  /** To choose from; of a matching the right side, of an ordering the items. */
  options: Type.Optional(Type.Array(Choosable)),
  /** The left side of a matching. */
  lefts: Type.Optional(Type.Array(Type.String())),
  /** The blanks of the stem: to type into, or to choose from where there are options. */
  blanks: Type.Optional(Type.Array(Type.Object({ options: Type.Optional(Type.Array(Choosable)) }))),
  anyOrder: Type.Optional(Type.Boolean()),
  partial: Type.Optional(OneOf(partialRules)),
  lengthMax: Type.Optional(Type.Integer()),
  unit: Type.Optional(Type.String()),
  filesMax: Type.Optional(Type.Integer()),
  formats: Type.Optional(Type.Array(OneOf(fileFormats))),
}
const PresentedPart = Type.Object(presentedFields)
type PresentedPart = Static<typeof PresentedPart>

export const PresentedQuestion = Type.Object(
  {
    ...presentedFields,
    /** Of a group. */
    parts: Type.Optional(Type.Array(Type.Object({ scoreTenths: ScoreTenths, question: PresentedPart }))),
  },
  { [namedKeyword]: 'PresentedQuestion' },
)
export type PresentedQuestion = Static<typeof PresentedQuestion>

/** The texts in the order in which learners see them, each once. The id of a text is its place here. */
export function shownOrder(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort()
}

/** The right side of a matching, as learners see it. */
export function shownRights({
  pairs,
  extra,
}: {
  pairs: readonly { right: string }[]
  extra: readonly string[]
}): string[] {
  return shownOrder([...pairs.map((pair) => pair.right), ...extra])
}

const numbered = (texts: readonly string[]) => texts.map((text, id) => ({ id, text }))

function presentedPart(content: SimpleContent): PresentedPart {
  const { kind, stem } = content
  switch (content.kind) {
    case 'single-choice':
      return { kind, stem, options: numbered(content.options) }
    case 'multiple-choice':
    case 'undetermined-choice':
      return { kind, stem, options: numbered(content.options), partial: content.partial }
    case 'true-false':
      return { kind, stem }
    case 'fill-in':
      return {
        kind,
        stem,
        blanks: content.blanks.map(() => ({})),
        anyOrder: content.anyOrder,
        partial: content.partial,
      }
    case 'short-answer':
      return { kind, stem, lengthMax: content.lengthMax }
    case 'matching':
      return {
        ...{ kind, stem, lefts: content.pairs.map((pair) => pair.left), options: numbered(shownRights(content)) },
        partial: content.partial,
      }
    case 'ordering':
      return { kind, stem, options: numbered(shownOrder(content.items)), partial: content.partial }
    case 'cloze': {
      const blanks = content.gaps.map((gap) => ('options' in gap ? { options: numbered(gap.options) } : {}))
      return { kind, stem, blanks, partial: content.partial }
    }
    case 'numeric':
      return { kind, stem, unit: content.unit }
    case 'file-answer':
      return { kind, stem, filesMax: content.filesMax, formats: content.formats }
  }
}

export function presentedOf(content: QuestionContent): PresentedQuestion {
  if (content.kind !== 'group') return presentedPart(content)
  const parts = content.parts.map((part) => ({ scoreTenths: part.scoreTenths, question: presentedPart(part.content) }))
  return { kind: content.kind, stem: content.stem, parts }
}

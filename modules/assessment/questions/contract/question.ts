/**
 * The content of a question: what an author writes, closed for each kind. A stored version holds exactly this. Learners
 * never get it: `presentedOf` (presented.ts) makes what they see, and `scoreOf` (scoring.ts) evaluates what they answer.
 */
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { byKind } from '#kit/by-kind.ts'
import { Id, OneOf, OptionalTitle } from '#kit/schema.ts'

/** The kinds of questions that stand by themselves or as part of a group. */
export const simpleKinds = [
  ...(['single-choice', 'multiple-choice', 'undetermined-choice', 'true-false', 'fill-in', 'short-answer'] as const),
  ...(['matching', 'ordering', 'cloze', 'numeric', 'file-answer'] as const),
] as const
export const questionKinds = [...simpleKinds, 'group'] as const
export const QuestionKind = OneOf(questionKinds)
export type QuestionKind = Static<typeof QuestionKind>
export type SimpleKind = (typeof simpleKinds)[number]

/** How many options a choice has (EXAM-031, EXAM-032), and an undetermined choice (EXAM-033). */
export const optionsMin = 2
export const optionsMax = 26
export const undeterminedOptionsMax = 999

export const blanksMax = 50
export const pairsMax = 50
export const groupPartsMax = 30
export const stemLengthMax = 20_000
const optionLengthMax = 4000
export const answerLengthMax = 1000

/** Rich text as the server stores it: what is not allowed in it is cut out when it is saved. */
const Stem = Type.String({ minLength: 1, maxLength: stemLengthMax })
const Explanation = Type.String({ maxLength: stemLengthMax })
const OptionText = Type.String({ minLength: 1, maxLength: optionLengthMax })

/** A score in tenths of a point: 0 to 100 points with one decimal (EXAM-026). */
export const ScoreTenths = Type.Integer({ minimum: 0, maximum: 1000 })

/** A decimal number as text, exact: no floating point touches it. */
const Decimal = Type.String({ pattern: '^-?(0|[1-9][0-9]{0,17})(\\.[0-9]{1,12})?$' })

/** How far a number may be from the right one. */
const Tolerance = Type.String({ pattern: '^(0|[1-9][0-9]{0,17})(\\.[0-9]{1,12})?$' })

/**
 * What an answer earns that is right in part, cut to a tenth. `none`: nothing. `half`: half of the score when something
 * is right and nothing wrong. `no-wrong`: the right share when nothing is wrong. `each`: the right share; of a choice the
 * wrong options are taken off.
 */
export const partialRules = ['none', 'half', 'no-wrong', 'each'] as const
const PartialRule = OneOf(partialRules)
export type PartialRule = Static<typeof PartialRule>

const closed = { additionalProperties: false } as const

const variant = <const K extends QuestionKind, T extends TProperties>(kind: K, properties: T) =>
  Type.Object({ kind: Type.Literal(kind), stem: Stem, explanation: Explanation, ...properties }, closed)

/** Places of the list of options, from 0. */
const optionIndex = (max: number) => Type.Integer({ minimum: 0, maximum: max - 1 })
const manyRight = (max: number) => Type.Array(optionIndex(max), { minItems: 1, maxItems: max, uniqueItems: true })
const options = (max: number) => Type.Array(OptionText, { minItems: optionsMin, maxItems: max })

/** `|` separates alternatives (EXAM-035). With a tolerance they are numbers. */
export const Blank = Type.Object(
  {
    answer: Type.String({ minLength: 1, maxLength: answerLengthMax }),
    tolerance: Type.Optional(Tolerance),
  },
  closed,
)
export type Blank = Static<typeof Blank>

const ChoiceGap = Type.Object(
  {
    options: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 2, maxItems: optionsMax }),
    right: optionIndex(optionsMax),
  },
  closed,
)
/** A gap of a cloze: the learner types, or chooses. */
export const Gap = Type.Union([Blank, ChoiceGap])
export type Gap = Static<typeof Gap>

export const fileFormats = ['document', 'picture', 'audio', 'video'] as const

const simpleSchemas = {
  'single-choice': variant('single-choice', { options: options(optionsMax), right: optionIndex(optionsMax) }),
  'multiple-choice': variant('multiple-choice', {
    options: options(optionsMax),
    right: manyRight(optionsMax),
    partial: PartialRule,
  }),
  /** One option or several are right, and the learner does not know which of the two. */
  'undetermined-choice': variant('undetermined-choice', {
    options: options(undeterminedOptionsMax),
    right: manyRight(undeterminedOptionsMax),
    partial: PartialRule,
  }),
  'true-false': variant('true-false', { isTrue: Type.Boolean() }),
  /** The blanks stand in the stem as `____` or `()` (blanks.ts), in the order of the answers. */
  'fill-in': variant('fill-in', {
    blanks: Type.Array(Blank, { minItems: 1, maxItems: blanksMax }),
    anyOrder: Type.Boolean(),
    ignoreCase: Type.Boolean(),
    partial: PartialRule,
  }),
  'short-answer': variant('short-answer', {
    /** What a grader compares with; rich text. */
    reference: Explanation,
    lengthMax: Type.Integer({ minimum: 1, maximum: 20_000 }),
  }),
  /** Each `left` belongs to its `right`; several may share one. `extra` belongs to none. */
  matching: variant('matching', {
    pairs: Type.Array(Type.Object({ left: OptionText, right: OptionText }, closed), {
      minItems: 2,
      maxItems: pairsMax,
    }),
    extra: Type.Array(OptionText, { maxItems: pairsMax }),
    partial: PartialRule,
  }),
  /** The items stand in the right order. */
  ordering: variant('ordering', {
    items: Type.Array(OptionText, { minItems: 2, maxItems: pairsMax }),
    /** `each`: the share of neighbors that follow each other as they should. */
    partial: OneOf(['none', 'each']),
  }),
  /** The gaps stand in the stem as the blanks of a fill-in do. */
  cloze: variant('cloze', {
    gaps: Type.Array(Gap, { minItems: 1, maxItems: blanksMax }),
    ignoreCase: Type.Boolean(),
    partial: PartialRule,
  }),
  numeric: variant('numeric', {
    answer: Decimal,
    tolerance: Tolerance,
    /** Shown behind the field; empty where the number has none. */
    unit: OptionalTitle(20),
  }),
  'file-answer': variant('file-answer', {
    reference: Explanation,
    filesMax: Type.Integer({ minimum: 1, maximum: 10 }),
    formats: Type.Array(OneOf(fileFormats), { minItems: 1, maxItems: fileFormats.length, uniqueItems: true }),
  }),
} as const satisfies Record<SimpleKind, TSchema>

export type SimpleContentOf<K extends SimpleKind> = Static<(typeof simpleSchemas)[K]>
export type SimpleContent = { [K in SimpleKind]: SimpleContentOf<K> }[SimpleKind]

const GroupPart = Type.Object(
  { scoreTenths: ScoreTenths, content: byKind<SimpleContent>('SimpleQuestionContent', simpleSchemas) },
  closed,
)

/** Sub-questions on one text or picture, the stem. Their scores add up to that of the question. */
const Group = variant('group', { parts: Type.Array(GroupPart, { minItems: 1, maxItems: groupPartsMax }) })
export type GroupContent = Static<typeof Group>

export const QuestionContent = byKind<SimpleContent | GroupContent>('QuestionContent', {
  ...simpleSchemas,
  group: Group,
})
export type QuestionContent = SimpleContent | GroupContent

/** 1 is the easiest. */
export const Difficulty = Type.Integer({ minimum: 1, maximum: 5 })

export const topicsMax = 10

/** What stands beside the content and is the same for all its versions. */
export const questionFields = {
  scoreTenths: ScoreTenths,
  difficulty: Difficulty,
  /** Where the question comes from. */
  source: OptionalTitle(200),
  /** The knowledge points, topics of the company. */
  topicIds: Type.Array(Id, { maxItems: topicsMax, uniqueItems: true }),
} as const

/** A question as an author, or an import, hands it over. */
export const QuestionInput = Type.Object({ content: QuestionContent, ...questionFields }, closed)
export type QuestionInput = Static<typeof QuestionInput>

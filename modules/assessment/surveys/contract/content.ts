/** What authors write of a survey and respondents meet: pages of questions, quotas, the window and the promises. */
import { type Static, type TProperties, Type } from 'typebox'
import { byKind } from '#kit/by-kind.ts'
import { Id, Instant, Nullable, OneOf, OptionalText, OptionalTitle, Text, Title } from '#kit/schema.ts'
import { Condition } from './condition.ts'

export const pagesMax = 50
export const questionsMax = 200
export const optionsMax = 100
export const matrixRowsMax = 50
export const titleLengthMax = 1000
const introductionLengthMax = 20_000
export const quotasMax = 20
/** Least size of a group of which anything is shown, for anonymous surveys. */
export const minimumGroupDefault = 5
/** The option "other" of a choice; the others are numbered from 1. */
export const otherId = 0

export const questionKinds = [
  ...(['single-choice', 'multiple-choice', 'dropdown', 'text', 'number', 'date', 'rating', 'nps', 'slider'] as const),
  ...(['ranking', 'matrix', 'file'] as const),
] as const
export type QuestionKind = (typeof questionKinds)[number]
export const matrixModes = ['single', 'multiple', 'rating'] as const

const closed = { additionalProperties: false } as const

/** `YYYY-MM-DD` */
export const Day = Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' })
const Label = OptionalTitle(60)
/** Numbered by the editor; a number is not given again to another option of the question. */
const OptionId = Type.Integer({ minimum: 1, maximum: 999 })
export const SurveyOption = Type.Object({ id: OptionId, text: Text(500) }, closed)
export type SurveyOption = Static<typeof SurveyOption>
const options = (max = optionsMax, minItems = 1) => Type.Array(SurveyOption, { minItems, maxItems: max })
const Decimal = Type.Number({ minimum: -1e12, maximum: 1e12 })

/** Plain text; `{{<id of an earlier question>}}` stands for what was answered there. */
const PipedText = Text(titleLengthMax)

const question = <const K extends string, T extends TProperties>(kind: K, properties: T) =>
  Type.Object(
    {
      id: Id,
      kind: Type.Literal(kind),
      title: PipedText,
      description: OptionalText(2000),
      isRequired: Type.Boolean(),
      visibleIf: Nullable(Condition),
      ...properties,
    },
    closed,
  )

const choice = { options: options(), hasOther: Type.Boolean(), shufflesOptions: Type.Boolean() }
const ends = { lowLabel: Label, highLabel: Label }

const questionSchemas = {
  'single-choice': question('single-choice', choice),
  'multiple-choice': question('multiple-choice', {
    ...choice,
    chosenMin: Nullable(Type.Integer({ minimum: 1, maximum: optionsMax })),
    chosenMax: Nullable(Type.Integer({ minimum: 1, maximum: optionsMax })),
  }),
  dropdown: question('dropdown', choice),
  text: question('text', { isLong: Type.Boolean(), lengthMax: Type.Integer({ minimum: 1, maximum: 10_000 }) }),
  number: question('number', {
    min: Nullable(Decimal),
    max: Nullable(Decimal),
    decimals: Type.Integer({ minimum: 0, maximum: 4 }),
    unit: OptionalTitle(20),
  }),
  date: question('date', { earliest: Nullable(Day), latest: Nullable(Day) }),
  /** 1 to `max` stars. */
  rating: question('rating', { max: Type.Integer({ minimum: 3, maximum: 10 }), ...ends }),
  /** 0 to 10: promoters answer 9 or 10, detractors 6 or less. */
  nps: question('nps', ends),
  slider: question('slider', {
    min: Decimal,
    max: Decimal,
    step: Type.Number({ minimum: 0.0001, maximum: 1e9 }),
    ...ends,
  }),
  /** All options, the first place first. */
  ranking: question('ranking', { options: options(20, 2), shufflesOptions: Type.Boolean() }),
  /** Of each row one column, several, or 1 to `ratingMax` stars, for which there are no columns. */
  matrix: question('matrix', {
    mode: OneOf(matrixModes),
    rows: options(matrixRowsMax),
    columns: Type.Array(SurveyOption, { maxItems: 20 }),
    ratingMax: Type.Integer({ minimum: 3, maximum: 10 }),
    shufflesRows: Type.Boolean(),
  }),
  file: question('file', { filesMax: Type.Integer({ minimum: 1, maximum: 10 }) }),
} as const satisfies Record<QuestionKind, unknown>

type Schemas = typeof questionSchemas
export type SurveyQuestionOf<K extends QuestionKind> = Static<Schemas[K]>
export type SurveyQuestion = { [K in QuestionKind]: SurveyQuestionOf<K> }[QuestionKind]

/** A title and text between questions; nothing is answered. */
const Heading = Type.Object(
  {
    id: Id,
    kind: Type.Literal('heading'),
    title: PipedText,
    description: OptionalText(2000),
    visibleIf: Nullable(Condition),
  },
  closed,
)
export type SurveyHeading = Static<typeof Heading>
export type SurveyItem = SurveyQuestion | SurveyHeading
export const SurveyItem = byKind<SurveyItem>('SurveyItem', { ...questionSchemas, heading: Heading })

export const SurveyPage = Type.Object(
  {
    id: Id,
    title: OptionalTitle(200),
    description: OptionalText(2000),
    visibleIf: Nullable(Condition),
    items: Type.Array(SurveyItem, { maxItems: questionsMax }),
  },
  closed,
)
export type SurveyPage = Static<typeof SurveyPage>

/** At most `limit` completed responses that fulfil the condition count; later ones read the message and end. */
export const Quota = Type.Object(
  {
    id: Id,
    name: Title(100),
    condition: Condition,
    limit: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    message: Text(500),
  },
  closed,
)
export type Quota = Static<typeof Quota>

export const SurveyContent = Type.Object(
  {
    /** Rich texts: before the first page, and after the submission. */
    introduction: OptionalText(introductionLengthMax),
    closing: OptionalText(introductionLengthMax),
    startAt: Nullable(Instant),
    endAt: Nullable(Instant),
    /** Nobody can find out who answered what. Fixed with the first publication. */
    isAnonymous: Type.Boolean(),
    /** Of an anonymous survey: nothing is shown of fewer answers. Fixed with the first publication. */
    minimumGroup: Type.Integer({ minimum: 5, maximum: 100 }),
    /** Whoever has the link may answer, without an account. */
    allowsGuests: Type.Boolean(),
    pages: Type.Array(SurveyPage, { minItems: 1, maxItems: pagesMax }),
    quotas: Type.Array(Quota, { maxItems: quotasMax }),
  },
  closed,
)
export type SurveyContent = Static<typeof SurveyContent>

export const itemsOf = ({ pages }: Pick<SurveyContent, 'pages'>): readonly SurveyItem[] =>
  pages.flatMap(({ items }) => items)

export const isQuestion = (item: SurveyItem): item is SurveyQuestion => item.kind !== 'heading'

export const questionsOf = (content: Pick<SurveyContent, 'pages'>): readonly SurveyQuestion[] =>
  itemsOf(content).filter(isQuestion)

/** What was checked when it was stored, and is answered as it is. */
export const StoredSurveyContent = Type.Unsafe<SurveyContent>({ type: 'object', additionalProperties: true })

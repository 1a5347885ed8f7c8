/** A paper: its sections with fixed questions or rules, and what is wrong with it. */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery, Title } from '#kit/schema.ts'
import { Difficulty, QuestionKind, ScoreTenths } from '#modules/assessment/questions/contract.ts'
import { choosesPapers, managesPapers } from './access.ts'
import { PAPER_CHANGED, PAPER_FAULTY, PAPER_READY, QUESTION_TWICE, TOTAL_TOO_HIGH } from './codes.ts'

/** `draft`: being written. `ready`: checked, and exams may take it; it is not changed until it is opened again. */
export const paperStatuses = ['draft', 'ready'] as const
const Status = OneOf(paperStatuses)
export type PaperStatus = Static<typeof Status>

/** 1000 points, in tenths (EXAM-028). */
export const totalTenthsMax = 10_000
export const paperNameLengthMax = 100
export const instructionsLengthMax = 2000
export const sectionsMax = 50
export const itemsMax = 200
export const rulesMax = 30
export const ruleCountMax = 200
export const minutesMax = 600

const closed = { additionalProperties: false } as const

const ItemInput = Type.Object(
  {
    questionId: Id,
    /** Left out, the newest version is taken. */
    versionId: Type.Optional(Id),
    scoreTenths: ScoreTenths,
  },
  closed,
)

const ruleFields = {
  /** A directory of the bank, with all below it. */
  directoryId: Id,
  kind: Nullable(QuestionKind),
  difficulty: Nullable(Difficulty),
  topicId: Nullable(Id),
  count: Type.Integer({ minimum: 1, maximum: ruleCountMax }),
  /** Of each question. */
  scoreTenths: ScoreTenths,
}
const RuleInput = Type.Object(ruleFields, closed)
export type RuleInput = Static<typeof RuleInput>

const sectionFields = {
  /** Its place among the sections (EXAM-038); each once. */
  sequence: Type.Integer({ minimum: 1, maximum: 1000 }),
  title: Title(100),
  instructions: OptionalText(instructionsLengthMax),
  /** Its own time; null where only that of the exam counts. */
  minutes: Nullable(Type.Integer({ minimum: 1, maximum: minutesMax })),
  /** Whether its questions are chosen, or drawn by rules. */
  mode: OneOf(['fixed', 'random']),
}
const SectionInput = Type.Object(
  {
    ...sectionFields,
    /** Of a fixed section. */
    items: Type.Array(ItemInput, { maxItems: itemsMax }),
    /** Of a random section. */
    rules: Type.Array(RuleInput, { maxItems: rulesMax }),
  },
  closed,
)
export type SectionInput = Static<typeof SectionInput>

const paperFields = {
  name: Title(paperNameLengthMax),
  /** The questions of each section stand in another order for each person. */
  shuffleQuestions: Type.Boolean(),
  /** So do the options of choices and the right side of matchings; “all of the above” keeps its place. */
  shuffleOptions: Type.Boolean(),
  /** Of two questions that fit, the one is drawn that the person has not seen yet. */
  avoidSeen: Type.Boolean(),
} as const

const problemCodes = [
  'no-section',
  /** The section has neither questions nor rules. */
  'empty-section',
  /** The paper is worth nothing. */
  'no-score',
  /** The question, or its version, is no longer in the bank. */
  'question-gone',
  'directory-gone',
  /** The rules together ask for more questions than fit them. */
  'shortage',
] as const

/** Places count from 0, in the order of the answer. */
export const PaperProblem = Type.Object({
  code: OneOf(problemCodes),
  section: Type.Optional(Type.Integer()),
  item: Type.Optional(Type.Integer()),
  rule: Type.Optional(Type.Integer()),
  /** Of a shortage: the rules that share it, how many questions they ask for, and how many there are. */
  rules: Type.Optional(Type.Array(Type.Object({ section: Type.Integer(), rule: Type.Integer() }))),
  asked: Type.Optional(Type.Integer()),
  available: Type.Optional(Type.Integer()),
})
export type PaperProblem = Static<typeof PaperProblem>

export const PaperListItem = Type.Object({
  id: Id,
  status: Status,
  name: Type.String(),
  directory: Type.Object({ id: Id, name: Type.String() }),
  /** Null where the account was erased. */
  author: Nullable(Type.Object({ id: Id, fullName: Type.String() })),
  totalTenths: Type.Integer(),
  questionCount: Type.Integer(),
  /** Whether some of its questions are drawn. */
  isRandom: Type.Boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  revision: Type.Integer(),
})
export type PaperListItem = Static<typeof PaperListItem>

const Item = Type.Object({
  questionId: Id,
  versionId: Id,
  scoreTenths: ScoreTenths,
  kind: Nullable(QuestionKind),
  /** What can be read in it; empty where the question is gone. */
  excerpt: Type.String(),
  versionNumber: Type.Integer(),
  /** Of the newest version of the bank; null where the question is gone. */
  newestNumber: Nullable(Type.Integer()),
  status: OneOf(['draft', 'active', 'retired', 'deleted', 'gone']),
})
export type PaperItem = Static<typeof Item>

const Rule = Type.Object({
  ...ruleFields,
  /** Null where it is gone. */
  directoryName: Nullable(Type.String()),
  topicName: Nullable(Type.String()),
  /** How many questions fit it that do not stand in the paper already. */
  available: Type.Integer(),
})
export type PaperRule = Static<typeof Rule>

const Section = Type.Object({
  id: Id,
  ...sectionFields,
  title: Type.String(),
  items: Type.Array(Item),
  rules: Type.Array(Rule),
})

export const PaperDetail = Type.Object({
  ...PaperListItem.properties,
  shuffleQuestions: Type.Boolean(),
  shuffleOptions: Type.Boolean(),
  avoidSeen: Type.Boolean(),
  /** In the order of their sequence. */
  sections: Type.Array(Section),
  /** None: the paper can be made ready. */
  problems: Type.Array(PaperProblem),
})
export type PaperDetail = Static<typeof PaperDetail>

const params = Type.Object({ id: Id })
const revision = Type.Integer({ minimum: 0 })

/** What is said of a paper without showing anything of its questions. */
const OfferedPaper = Type.Object({
  id: Id,
  name: Type.String(),
  totalTenths: Type.Integer(),
  questionCount: Type.Integer(),
})
export type OfferedPaper = Static<typeof OfferedPaper>

export const paperCalls = {
  offeredPapers: {
    method: 'GET',
    path: '/exam/paper/offered',
    summary: 'The ready papers of the company that an exam may take, the newest first: their names and sizes alone',
    access: choosesPapers,
    query: PageQuery({ id: Type.Optional(Id), search: Type.Optional(OptionalText(100)) }),
    response: Page(OfferedPaper),
    cacheSeconds: 0,
  },
  listPapers: {
    method: 'GET',
    path: '/exam/paper',
    summary: 'The papers that the caller manages, the newest first',
    access: managesPapers,
    query: PageQuery({
      /** With all below it. */
      directoryId: Type.Optional(Id),
      status: Type.Optional(Status),
      /** Those in which this question stands. */
      questionId: Type.Optional(Id),
      search: Type.Optional(OptionalText(100)),
    }),
    response: Page(PaperListItem),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  createPaper: {
    method: 'POST',
    path: '/exam/paper',
    summary: 'Make an empty paper',
    access: managesPapers,
    body: Body({ directoryId: Id, name: paperFields.name }),
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND],
  },
  paper: {
    method: 'GET',
    path: '/exam/paper/{id}',
    summary: 'A paper with its sections, how many questions fit each rule, and what keeps it from being ready',
    access: managesPapers,
    params,
    response: PaperDetail,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  changePaper: {
    method: 'PUT',
    path: '/exam/paper/{id}',
    summary: 'Change a draft as a whole. Questions without a version are pinned to their newest one',
    access: managesPapers,
    params,
    body: Body({
      directoryId: Id,
      ...paperFields,
      sections: Type.Array(SectionInput, { maxItems: sectionsMax }),
      revision,
    }),
    response: PaperDetail,
    errors: [NOT_FOUND, PAPER_CHANGED, PAPER_READY, TOTAL_TOO_HIGH, QUESTION_TWICE],
  },
  copyPaper: {
    method: 'POST',
    path: '/exam/paper/{id}/copy',
    summary: 'Make a draft with the same sections, questions and rules',
    access: managesPapers,
    params,
    body: Body({ name: paperFields.name }),
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND],
  },
  readyPaper: {
    method: 'POST',
    path: '/exam/paper/{id}/ready',
    summary: 'Declare a paper ready; it is refused with all that is wrong, shortages of the bank by name',
    access: managesPapers,
    params,
    body: Body({ revision }),
    response: PaperDetail,
    errors: [NOT_FOUND, PAPER_CHANGED, PAPER_READY, PAPER_FAULTY],
  },
  reopenPaper: {
    method: 'POST',
    path: '/exam/paper/{id}/reopen',
    summary: 'Open a paper for editing again. What was drawn of it stays as it is',
    access: managesPapers,
    params,
    body: Body({ revision }),
    response: PaperDetail,
    errors: [NOT_FOUND, PAPER_CHANGED],
  },
  deletePaper: {
    method: 'DELETE',
    path: '/exam/paper/{id}',
    summary: 'Put a paper into the recycle bin',
    access: managesPapers,
    params,
    response: Done,
    errors: [NOT_FOUND],
  },
} as const satisfies Contract

/** Practice sets: what authors offer. */
import { type Static, Type } from 'typebox'
import { AuthoredContent, AuthoredPage, authoredFilters, Changed, lifecycleCalls } from '#kit/authored-content.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Nullable, OptionalText, PageQuery, Title } from '#kit/schema.ts'
import { Difficulty, QuestionKind } from '#modules/assessment/questions/contract.ts'
import { managesPractice } from './access.ts'
import { SET_CHANGED, SET_EMPTY, SET_STATUS } from './codes.ts'

export const setNameLengthMax = 100
export const setSummaryLengthMax = 1000
export const setRulesMax = 20
export const setQuestionsMax = 500
export const setMembersMax = 1000

/** Active questions of a directory, with all below it; null asks nothing. */
export const SetRule = Type.Object(
  {
    directoryId: Id,
    kind: Nullable(QuestionKind),
    difficulty: Nullable(Difficulty),
    topicId: Nullable(Id),
  },
  { additionalProperties: false },
)
export type SetRule = Static<typeof SetRule>

const setFields = {
  name: Title(setNameLengthMax),
  summary: OptionalText(setSummaryLengthMax),
  /** These organizations and those below them. With `memberIds` empty as well: the whole company. */
  organizationIds: Type.Array(Id, { maxItems: 100, uniqueItems: true }),
  memberIds: Type.Array(Id, { maxItems: setMembersMax, uniqueItems: true }),
  /** A question that fits one of them is asked. */
  rules: Type.Array(SetRule, { maxItems: setRulesMax }),
  /** Chosen by hand, besides. */
  questionIds: Type.Array(Id, { maxItems: setQuestionsMax, uniqueItems: true }),
}

export const SetInput = Body(setFields)
export type SetInput = Static<typeof SetInput>

/** What a set holds until its author fills it. */
export const newSet: SetInput = {
  name: '',
  summary: '',
  organizationIds: [],
  memberIds: [],
  rules: [],
  questionIds: [],
}

export const EditedSet = Type.Object({
  ...AuthoredContent.properties,
  ...setFields,
  /** How many questions are asked, as the bank is now. */
  questionCount: Type.Integer(),
  members: Type.Array(Type.Object({ id: Id, fullName: Type.String() })),
  /** Of the questions that were chosen by hand. */
  questions: Type.Array(Type.Object({ id: Id, excerpt: Type.String(), kind: QuestionKind, isActive: Type.Boolean() })),
})
export type EditedSet = Static<typeof EditedSet>

/** Nobody applies to publish a set. */
const { approval: _, ...filters } = authoredFilters

const params = Type.Object({ id: Id })
const onSelf = { allowed: 'Whoever offers a set may practice with it: a practice has no result that counts.' } as const
const refusals = [NOT_FOUND, NO_PERMISSION] as const
const manage = lifecycleCalls({
  noun: 'practice set',
  path: '/practice-manage',
  access: managesPractice,
  changed: SET_CHANGED,
  notPossible: SET_STATUS,
  notReady: [SET_EMPTY],
})
/** Nobody has to agree to a practice set. */
const publish = {
  ...manage.publish,
  errors: [...refusals, SET_STATUS, SET_CHANGED, SET_EMPTY],
  summary: 'Publish the practice set',
} as const

export const setCalls = {
  authoredSets: {
    method: 'GET',
    path: '/practice-manage',
    summary: 'The practice sets that the caller manages, the last changed first',
    access: managesPractice,
    query: PageQuery(filters),
    response: AuthoredPage(AuthoredContent),
    cacheSeconds: 0,
  },
  createSet: {
    method: 'POST',
    path: '/practice-manage',
    summary: 'Make a draft of a practice set',
    access: managesPractice,
    body: SetInput,
    response: Changed,
    errors: refusals,
    onSelf,
  },
  editedSet: {
    method: 'GET',
    path: '/practice-manage/{id}',
    summary: 'The practice set as its editor shows it',
    access: managesPractice,
    params,
    response: EditedSet,
    errors: refusals,
    cacheSeconds: 0,
  },
  changeSet: {
    method: 'PUT',
    path: '/practice-manage/{id}',
    summary:
      'Change a practice set. It counts at once: practices in progress with other questions begin again (EXAM-044)',
    access: managesPractice,
    params,
    body: Body({ ...setFields, revision: Type.Integer({ minimum: 0 }) }),
    response: Changed,
    errors: [...refusals, SET_CHANGED, SET_EMPTY],
    onSelf,
  },
  publishSet: publish,
  takeSetDown: manage.takeDown,
  deleteSet: manage.remove,
} as const

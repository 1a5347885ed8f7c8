/** Calls of the authors of learning paths. */
import { type Static, Type } from 'typebox'
import { AuthoredContent, AuthoredPage, authoredFilters } from '#kit/authored-content.ts'
import { CompletionAwards, completionAwardsFields } from '#kit/completion-awards.ts'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, OptionalText, Page, PageQuery, Title } from '#kit/schema.ts'
import { makesPaths } from './access.ts'
import {
  ACTION_NOT_POSSIBLE,
  CHOICE_TOO_SMALL,
  CONTENT_DOES_NOT_FIT,
  COVER_DOES_NOT_FIT,
  EMPTY_CHAPTER,
  NEEDS_REQUIRED,
  PATH_CHANGED,
  TEMPLATE_NOT_OFFERED,
  TOO_MANY,
  WINDOW_EMPTY,
} from './errors.ts'
import { BilingualName, ChapterLock, Flag, LearnSequence, PathAction, PathStudy, Percent, Person } from './wire.ts'

/** A day of the calendar: `2026-03-01`. */
const Day = Type.String({
  pattern:
    '^(19|20)[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$|^(19|20)[0-9]{2}-((0[13-9]|1[0-2])-(29|30)|(0[13578]|1[02])-31)$|^(19|20)([02468][048]|[13579][26])-02-29$',
})
const Days = Type.Integer({ minimum: 0, maximum: 3650 })

/** Changes of a path are seen at once and take no approval: it has no versions that are published. */
const { approval: _, hasUnpublishedChanges: __, publishedAt: ___, ...listed } = AuthoredContent.properties
const AuthoredPath = Type.Object({
  ...listed,
  channelName: Nullable(Type.String()),
  learnSequence: LearnSequence,
  isOpen: Type.Boolean(),
  chapterCount: Type.Integer(),
  sectionCount: Type.Integer(),
  learnerCount: Type.Integer(),
  finishedCount: Type.Integer(),
  actions: Type.Array(PathAction),
})

const AuthoredSection = Type.Object({
  id: Id,
  businessType: Type.Integer(),
  businessId: Id,
  kind: BilingualName,
  name: Type.String(),
  isAvailable: Type.Boolean(),
  require: Flag,
  needsReview: Type.Boolean(),
  /** The place of its choice among those of the chapter. */
  choice: Nullable(Type.Integer()),
})
export type AuthoredSection = Static<typeof AuthoredSection>

export const AuthoredChapter = Type.Object({
  id: Id,
  title: Type.String(),
  summary: Type.String(),
  opensAfterDays: Nullable(Days),
  opensAt: Nullable(Instant),
  closesAt: Nullable(Instant),
  choices: Type.Array(Type.Object({ id: Id, title: Type.String(), neededCount: Type.Integer() })),
  sections: Type.Array(AuthoredSection),
})
export type AuthoredChapter = Static<typeof AuthoredChapter>

export const PathRule = Type.Object({
  id: Id,
  positions: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  organizations: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  hiredFrom: Nullable(Type.String()),
  delayDays: Nullable(Days),
})
export type PathRule = Static<typeof PathRule>

export const EditedPath = Type.Object({
  ...AuthoredPath.properties,
  summary: Type.String(),
  coverUrl: Nullable(Type.String()),
  channelId: Nullable(Id),
  /** The completion awards of the path. */
  gives: CompletionAwards,
  chapters: Type.Array(AuthoredChapter),
  rules: Type.Array(PathRule),
  /** What publishing would refuse, and what learners would stumble over. */
  hints: Type.Array(OneOf(['nothing-required', 'empty-chapter', 'content-away', 'nobody-assigned'])),
})
export type EditedPath = Static<typeof EditedPath>

const inputSection = Body({
  /** Of a section that is there already. */
  id: Type.Optional(Id),
  businessType: Type.Integer({ minimum: 1, maximum: 1000 }),
  businessId: Id,
  require: Flag,
  needsReview: Type.Boolean(),
  choice: Nullable(Type.Integer({ minimum: 0, maximum: 9 })),
})

const inputChapter = Body({
  id: Type.Optional(Id),
  title: Title(100),
  summary: OptionalText(500),
  opensAfterDays: Nullable(Days),
  opensAt: Nullable(Instant),
  closesAt: Nullable(Instant),
  choices: Type.Array(Body({ title: Title(100), neededCount: Type.Integer({ minimum: 1, maximum: 1000 }) }), {
    maxItems: 10,
  }),
  sections: Type.Array(inputSection, { maxItems: 1000 }),
})
export type ChapterInput = Static<typeof inputChapter>
export type SectionInput = Static<typeof inputSection>

const inputRule = Body({
  /** Any of them; empty: whatever the position. */
  positionIds: Type.Array(Id, { maxItems: 100, uniqueItems: true }),
  /** Any of them, with what is below; empty: the whole company. */
  organizationIds: Type.Array(Id, { maxItems: 100, uniqueItems: true }),
  /** Only who was hired on that day or later. */
  hiredFrom: Nullable(Day),
  /** So many days after the day of hiring; null: at once. */
  delayDays: Nullable(Days),
})
export type RuleInput = Static<typeof inputRule>

const fields = {
  name: Title(100),
  summary: OptionalText(500),
  learnSequence: LearnSequence,
  isOpen: Type.Boolean(),
  channelId: Nullable(Id),
}

/** A chapter on a day of the simulation. */
const SimulatedChapter = Type.Object({
  id: Id,
  title: Type.String(),
  isOpen: Type.Boolean(),
  lock: Nullable(ChapterLock),
  sectionCount: Type.Integer(),
})

export const SimulatedDay = Type.Object({
  /** 1 is the day of hiring. */
  day: Type.Integer(),
  at: Instant,
  isAssigned: Type.Boolean(),
  chapters: Type.Array(SimulatedChapter),
})
export type SimulatedDay = Static<typeof SimulatedDay>

export const PathLearner = Type.Object({
  member: Person,
  organizationName: Type.String(),
  source: OneOf(['rule', 'self', 'staff']),
  study: PathStudy,
})
export type PathLearner = Static<typeof PathLearner>

const path = Type.Object({ id: Id })
const revision = Type.Integer({ minimum: 0 })
const row = [NOT_FOUND, NO_PERMISSION] as const

export const authoring = contract({
  managedPaths: {
    method: 'GET',
    path: '/course-study/position-manage/path',
    summary: 'The learning paths that the caller manages, those changed last first',
    access: makesPaths,
    query: PageQuery({
      status: authoredFilters.status,
      search: authoredFilters.search,
      channelId: Type.Optional(Id),
    }),
    response: AuthoredPage(AuthoredPath),
    cacheSeconds: 0,
  },
  createPath: {
    method: 'POST',
    path: '/course-study/position-manage/path',
    summary: 'A new learning path, as a draft',
    access: makesPaths,
    body: Body({ name: fields.name, channelId: Type.Optional(fields.channelId) }),
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND],
  },
  managedPath: {
    method: 'GET',
    path: '/course-study/position-manage/path/{id}',
    summary: 'A learning path as its editor shows it',
    access: makesPaths,
    params: path,
    response: EditedPath,
    errors: row,
  },
  changePath: {
    method: 'PUT',
    path: '/course-study/position-manage/path/{id}',
    summary: 'Change what a learning path is called and how it is studied',
    access: makesPaths,
    params: path,
    body: Body({
      revision,
      ...fields,
      /** Left out, the cover stays. */
      coverFileId: Type.Optional(Nullable(Id)),
      ...completionAwardsFields,
    }),
    response: EditedPath,
    errors: [...row, PATH_CHANGED, COVER_DOES_NOT_FIT, TEMPLATE_NOT_OFFERED],
  },
  changeOutline: {
    method: 'PUT',
    path: '/course-study/position-manage/path/{id}/outline',
    summary: 'The chapters and sections of a learning path, as they are to be; what members have achieved stays',
    access: makesPaths,
    params: path,
    body: Body({ revision, chapters: Type.Array(inputChapter, { maxItems: 101 }) }),
    response: EditedPath,
    errors: [
      ...row,
      PATH_CHANGED,
      CONTENT_DOES_NOT_FIT,
      TOO_MANY,
      CHOICE_TOO_SMALL,
      WINDOW_EMPTY,
      NEEDS_REQUIRED,
      EMPTY_CHAPTER,
    ],
  },
  changeRules: {
    method: 'PUT',
    path: '/course-study/position-manage/path/{id}/rules',
    summary: 'Set the assignment rules of a learning path; members who match one are assigned, also later',
    access: makesPaths,
    params: path,
    body: Body({ revision, rules: Type.Array(inputRule, { maxItems: 20 }) }),
    response: EditedPath,
    errors: [...row, PATH_CHANGED],
  },
  publishPath: {
    method: 'POST',
    path: '/course-study/position-manage/path/{id}/publish',
    summary: 'Put a learning path on the shelf',
    access: makesPaths,
    params: path,
    response: EditedPath,
    errors: [...row, ACTION_NOT_POSSIBLE, NEEDS_REQUIRED, EMPTY_CHAPTER],
  },
  takePathOffShelf: {
    method: 'POST',
    path: '/course-study/position-manage/path/{id}/take-off-shelf',
    summary: 'Take a learning path off the shelf; what members have achieved stays',
    access: makesPaths,
    params: path,
    response: EditedPath,
    errors: [...row, ACTION_NOT_POSSIBLE],
  },
  deletePath: {
    method: 'DELETE',
    path: '/course-study/position-manage/path/{id}',
    summary: 'Put a learning path that is not on the shelf into the recycle bin',
    access: makesPaths,
    params: path,
    response: Done,
    errors: [...row, ACTION_NOT_POSSIBLE],
  },
  simulatePath: {
    method: 'GET',
    path: '/course-study/position-manage/path/{id}/simulation',
    summary: 'What a member of this post, hired on that day, would see of the path on certain days',
    access: makesPaths,
    params: path,
    query: Type.Object({
      positionId: Type.Optional(Id),
      organizationId: Type.Optional(Id),
      hiredOn: Type.Optional(Day),
      /** What is done by then: `everything` that was open, or `nothing`. */
      pace: Type.Optional(OneOf(['everything', 'nothing'])),
      days: Type.Optional(
        Type.Array(Type.Integer({ minimum: 1, maximum: 730 }), { minItems: 1, maxItems: 10, uniqueItems: true }),
      ),
    }),
    response: Type.Object({
      /** The day on which a rule assigns the path; null: none does. */
      assignedOnDay: Nullable(Type.Integer()),
      days: Type.Array(SimulatedDay),
    }),
    errors: row,
  },
  pathLearners: {
    method: 'GET',
    path: '/course-study/position-manage/path/{id}/learners',
    summary: 'Who is on a learning path and how far, those who studied last first',
    access: makesPaths,
    params: path,
    query: PageQuery({ search: Type.Optional(OptionalText(100)), isFinished: Type.Optional(Type.Boolean()) }),
    response: Type.Object({
      ...Page(PathLearner).properties,
      averagePercent: Percent,
    }),
    errors: row,
  },
  assignPath: {
    method: 'POST',
    path: '/course-study/position-manage/path/{id}/learners',
    summary: 'Assign a learning path to members; who has it keeps it as it is',
    access: makesPaths,
    params: path,
    body: Body({ memberIds: Type.Array(Id, { minItems: 1, maxItems: 1000, uniqueItems: true }) }),
    onSelf: { allowed: 'A path is work to do; what is finished in it is not assigned.' },
    response: Type.Object({ addedCount: Type.Integer() }),
    errors: [...row, ACTION_NOT_POSSIBLE],
  },
})

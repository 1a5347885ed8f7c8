/** The team view: who studies how much, what each contributes, and who stands where. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { NOT_SUBORDINATE } from './errors.ts'
import { OwnContent, OwnTask } from './learning.ts'
import { PushMember } from './shapes.ts'

export const teamMetrics = ['study-time', 'finished', 'tasks'] as const
export const TeamMetric = OneOf(teamMetrics)
export type TeamMetric = Static<typeof TeamMetric>
/** Days back from now. */
export const TeamPeriod = OneOf([7, 30, 90, 365])
export type TeamPeriod = Static<typeof TeamPeriod>

const team = Type.Object({ id: Id })
const view = {
  period: Type.Optional(TeamPeriod),
  metric: Type.Optional(TeamMetric),
  search: Type.Optional(Type.String({ maxLength: 100 })),
}

export const TeamRow = Type.Object({
  /** By the metric that was asked for; equal figures have equal ranks. */
  rank: Type.Integer(),
  member: PushMember,
  studySeconds: Type.Integer(),
  /** Courses that were finished. */
  finishedCount: Type.Integer(),
  /** Push tasks of the period, those that are done, and those past their cut-off that are not. */
  taskCount: Type.Integer(),
  taskDoneCount: Type.Integer(),
  taskOverdueCount: Type.Integer(),
  /** The member's share of what the team has of the metric, in thousandths. */
  contributionPermille: Type.Integer(),
})
export type TeamRow = Static<typeof TeamRow>

const errors = [NOT_FOUND, NO_PERMISSION, NOT_SUBORDINATE] as const

export const teamCalls = contract({
  teams: {
    method: 'GET',
    path: '/course-study/team-study/teams',
    summary: 'The teams that the caller may look at: their own subordinates, and the organizations they follow',
    access: 'signed-in',
    response: Type.Object({
      items: Type.Array(
        Type.Object({
          /** The id of a member, for the members that the member manages, or of an organization. */
          id: Id,
          kind: OneOf(['subordinates', 'organization']),
          name: Type.String(),
          memberCount: Type.Integer(),
        }),
      ),
    }),
  },
  teamSummary: {
    method: 'GET',
    path: '/course-study/team-study/{id}',
    summary: 'A team as a whole (COURSE-006, COURSE-012): its figures in the period against the one before',
    access: 'signed-in',
    params: team,
    query: Type.Object({ period: Type.Optional(TeamPeriod) }),
    response: Type.Object({
      id: Id,
      kind: OneOf(['subordinates', 'organization']),
      name: Type.String(),
      memberCount: Type.Integer(),
      /** Members with any study time in the period. */
      activeCount: Type.Integer(),
      studySeconds: Type.Integer(),
      studySecondsBefore: Type.Integer(),
      finishedCount: Type.Integer(),
      finishedCountBefore: Type.Integer(),
      taskCount: Type.Integer(),
      taskDoneCount: Type.Integer(),
      taskOverdueCount: Type.Integer(),
    }),
    errors,
    cacheSeconds: 0,
  },
  teamMembers: {
    method: 'GET',
    path: '/course-study/team-study/{id}/members',
    summary: "The team's members with their contribution, ranked by a metric (COURSE-018)",
    access: 'signed-in',
    params: team,
    query: PageQuery(view),
    response: Page(TeamRow),
    errors,
    cacheSeconds: 0,
  },
  exportTeam: {
    method: 'GET',
    path: '/course-study/team-study/{id}/export',
    summary: 'The ranking of a team as an xlsx file, up to 20,000 rows',
    access: 'signed-in',
    params: team,
    query: Type.Object(view),
    kind: 'stream',
    response: Type.Unknown(),
    errors,
    timeoutMs: 120_000,
  },
  followedMember: {
    method: 'GET',
    path: '/course-study/team-study/member/{memberId}',
    summary: 'A member that the caller follows: the push tasks with the contents; another answers 20161',
    access: 'signed-in',
    params: Type.Object({ memberId: Id }),
    response: Type.Object({
      member: PushMember,
      /** Whether the caller may push to the member, and so urge them; who only sees progress may not. */
      mayUrge: Type.Boolean(),
      /** Whether the caller may open the member's learning record. */
      mayReadRecord: Type.Boolean(),
      tasks: Type.Array(
        Type.Object({
          ...OwnTask.properties,
          isOver: Type.Boolean(),
          contents: Type.Array(OwnContent),
          urgeTime: Nullable(Instant),
        }),
      ),
    }),
    errors: [NOT_SUBORDINATE],
    cacheSeconds: 0,
  },
})

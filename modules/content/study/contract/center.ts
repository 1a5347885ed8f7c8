/** Calls of the personal learning center. */
import { Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { Hundredths, Id, IdList, Instant, Nullable, OneOf } from '#kit/schema.ts'

/** What can stand in a timeline: `credited` is class hours or credits, `awarded` a certificate. */
export const eventKinds = ['registered', 'finished', 'attended', 'credited', 'awarded'] as const
const EventKind = OneOf(eventKinds)

const TimelineEvent = Type.Object({
  key: Type.String(),
  at: Instant,
  kind: EventKind,
  businessType: Type.Integer(),
  label: Type.String(),
  name: Type.String(),
  link: Type.String(),
  /** Of `credited`: which, and how much. */
  creditType: Nullable(OneOf([1, 2])),
  score: Nullable(Hundredths),
})

const Continued = Type.Object({
  businessType: Type.Integer(),
  label: Type.String(),
  id: Id,
  name: Type.String(),
  link: Type.String(),
  coverFileId: Nullable(Id),
  percent: Type.Integer(),
  lastStudiedAt: Instant,
})

export const centerCalls = {
  learningFigures: {
    method: 'GET',
    path: '/course-study/learning-center/figures',
    summary:
      "The caller's study time, points, finished courses, attended classes, class hours and credits (COURSE-017)",
    access: 'signed-in',
    response: Type.Object({
      studySeconds: Type.Integer(),
      /** Whole minutes; 30 s round up. */
      studyMinutes: Type.Integer(),
      points: Type.Integer(),
      completedCourseCount: Type.Integer(),
      attendedClassCount: Type.Integer(),
      classHours: Hundredths,
      credits: Hundredths,
    }),
    cacheSeconds: 0,
  },
  subordinateFigures: {
    method: 'GET',
    path: '/course-study/learning-center/subordinate-figures',
    summary: 'What subordinates of the caller have studied; others are left out (IDENTITY-006)',
    access: 'signed-in',
    query: Type.Object({ memberIds: IdList(100) }),
    response: Type.Object({
      items: Type.Array(
        Type.Object({
          memberId: Id,
          studySeconds: Type.Integer(),
          /** Whole minutes; 30 s round up. */
          studyMinutes: Type.Integer(),
          completedCourseCount: Type.Integer(),
          attendedClassCount: Type.Integer(),
        }),
      ),
    }),
    cacheSeconds: 0,
  },
  continueLearning: {
    method: 'GET',
    path: '/course-study/learning-center/continue',
    summary: 'Unfinished items of the caller, of every kind, last studied first',
    access: 'signed-in',
    query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 6 })) }),
    response: Type.Object({ items: Type.Array(Continued) }),
    cacheSeconds: 0,
  },
  learningTimeline: {
    method: 'GET',
    path: '/course-study/learning-center/timeline',
    summary: 'Timeline of the caller, newest first; `next` names the following page',
    access: 'signed-in',
    query: Type.Object({
      beforeAt: Type.Optional(Instant),
      beforeKey: Type.Optional(Type.String({ maxLength: 120 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    }),
    response: Type.Object({
      items: Type.Array(TimelineEvent),
      next: Nullable(Type.Object({ beforeAt: Instant, beforeKey: Type.String() })),
    }),
    cacheSeconds: 0,
  },
} as const satisfies Contract

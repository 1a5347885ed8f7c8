/** What a video holds besides itself: segments with names, captions, exercises; and what authors say about them. */
import { type Static, Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, OptionalText, Title } from '#kit/schema.ts'
import {
  AuthoredExercise,
  Exercise,
  ExerciseInput,
  exercisesMax,
  NOT_MARKED_AT_ONCE,
} from '#modules/assessment/exercises/contract.ts'
import { CONTENT_INCONSISTENT } from '#modules/assessment/questions/contract.ts'
import { CAPTION_UNREADABLE, CaptionText, CaptionTrack, Cue, LanguageTag } from '#modules/content/playback/contract.ts'
import { authorsCourses } from './access.ts'
import { ACTION_NOT_POSSIBLE, COURSE_TAKEN_DOWN, NOT_REGISTERED, TOO_MANY, WRONG_SECTION_KIND } from './errors.ts'
import { ids } from './wire.ts'

export const segmentsMax = 200

const Place = Type.Integer({ minimum: 0, maximum: 2_000_000_000 })

/** A piece of a video; `to` is where the next one begins, or the end. Milliseconds. */
export const Segment = Type.Object({
  id: Id,
  title: Type.String(),
  summary: Type.String(),
  from: Type.Integer(),
  to: Type.Integer(),
})
export type Segment = Static<typeof Segment>

export const PlacedSegment = Type.Object({
  ...Segment.properties,
  courseId: Id,
  sectionId: Id,
  sectionTitle: Type.String(),
})
export type PlacedSegment = Static<typeof PlacedSegment>

const SegmentInput = Type.Object(
  { id: Type.Optional(Id), title: Title(100), summary: Type.Optional(OptionalText(500)), from: Place },
  { additionalProperties: false },
)
export type SegmentInput = Static<typeof SegmentInput>

const courseAndSection = Type.Object({ id: Id, sectionId: Id })
const captionPlace = Type.Object({ id: Id, sectionId: Id, language: LanguageTag })
const reading = [NOT_FOUND, NO_PERMISSION, COURSE_TAKEN_DOWN] as const
const writing = [NOT_FOUND, NO_PERMISSION, ACTION_NOT_POSSIBLE] as const

export const segmentCalls = contract({
  segments: {
    method: 'GET',
    path: '/course-study/knowledge-segment/front/findList',
    summary: 'The knowledge segments of a course, or of one section, in the order of its outline (COURSE-119)',
    access: 'signed-in',
    query: Type.Object({ courseId: Id, sectionId: Type.Optional(Id) }),
    response: Type.Object({ items: Type.Array(PlacedSegment), recordCount: Type.Integer() }),
    errors: reading,
  },
  knowledgeByIds: {
    method: 'GET',
    path: '/course-study/knowledge/ids',
    summary:
      'Knowledge items (segments of courses) in the order of the ids, without those that may not be seen (COURSE-098)',
    access: 'signed-in',
    query: Type.Object({ ids: ids(100) }),
    response: Type.Object({ items: Type.Array(PlacedSegment), recordCount: Type.Integer() }),
  },
  sectionTimedContent: {
    method: 'GET',
    path: '/course-study/course-front/{id}/sections/{sectionId}/extras',
    summary: 'Segments, captions and exercises of a section, for who studies it',
    access: 'signed-in',
    params: courseAndSection,
    response: Type.Object({
      segments: Type.Array(Segment),
      captions: Type.Array(CaptionTrack),
      exercises: Type.Array(Exercise),
    }),
    errors: [...reading, NOT_REGISTERED],
    cacheSeconds: 0,
  },
  caption: {
    method: 'GET',
    path: '/course-study/course-front/{id}/captions/{captionId}',
    summary: 'The captions of a video in one language, for who studies it',
    access: 'signed-in',
    params: Type.Object({ id: Id, captionId: Id }),
    response: Type.Object({ ...CaptionTrack.properties, cues: Type.Array(Cue) }),
    errors: [...reading, NOT_REGISTERED],
  },
  authoredTimedContent: {
    method: 'GET',
    path: '/course-study/course-manage/{id}/sections/{sectionId}/extras',
    summary: 'Segments, captions and exercises of a section with all that their forms hold',
    access: authorsCourses,
    params: courseAndSection,
    response: Type.Object({
      /** Milliseconds. */
      length: Type.Integer(),
      segments: Type.Array(Segment),
      captions: Type.Array(CaptionTrack),
      exercises: Type.Array(AuthoredExercise),
    }),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  saveSegments: {
    method: 'PUT',
    path: '/course-study/course-manage/{id}/sections/{sectionId}/segments',
    summary: 'All segments of a video or audio. No two begin at the same time; learners see them at once',
    access: authorsCourses,
    params: courseAndSection,
    body: Body({ segments: Type.Array(SegmentInput, { maxItems: segmentsMax }) }),
    response: Done,
    errors: [...writing, WRONG_SECTION_KIND],
  },
  saveCaption: {
    method: 'PUT',
    path: '/course-study/course-manage/{id}/sections/{sectionId}/captions/{language}',
    summary: 'The captions in one language, as a WebVTT or SubRip file; earlier ones in that language are replaced',
    access: authorsCourses,
    params: captionPlace,
    body: Body({
      label: Type.Optional(Title(50)),
      text: CaptionText,
    }),
    response: CaptionTrack,
    errors: [...writing, WRONG_SECTION_KIND, CAPTION_UNREADABLE, TOO_MANY],
  },
  deleteCaption: {
    method: 'DELETE',
    path: '/course-study/course-manage/{id}/sections/{sectionId}/captions/{language}',
    summary: 'Deletes the captions in one language',
    access: authorsCourses,
    params: captionPlace,
    response: Done,
    errors: writing,
  },
  saveExercises: {
    method: 'PUT',
    path: '/course-study/course-manage/{id}/sections/{sectionId}/exercises',
    summary: 'All exercises of a section; answers of those that stay are kept. Learners meet them at once',
    access: authorsCourses,
    params: courseAndSection,
    body: Body({ exercises: Type.Array(ExerciseInput, { maxItems: exercisesMax }) }),
    response: Done,
    errors: [...writing, WRONG_SECTION_KIND, CONTENT_INCONSISTENT, NOT_MARKED_AT_ONCE],
    unlogged: ['exercises'],
  },
})

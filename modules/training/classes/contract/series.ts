/** Series of classes, and templates. */
import { type Static, Type } from 'typebox'
import { Changed } from '#kit/authored-content.ts'
import { NO_PERMISSION } from '#kit/errors.ts'
import { Body, Id, Instant, OptionalText, Page, PageQuery, Title } from '#kit/schema.ts'
import { runsClasses } from './access.ts'
import { CLASS_CANCELLED, CLASS_MISSING, CLASS_NOT_FOR_YOU, CLASS_NOT_READY, SERIES_FULL } from './codes.ts'
import { classNameLengthMax } from './fields.ts'
import { ClassListItem } from './learning.ts'

export const seriesNameLengthMax = 80
/** So many classes are made at once: two years of one a month. */
export const seriesAtOnceMax = 24
/** So many classes has a series at most. */
export const seriesClassesMax = 200

const Series = Type.Object({ id: Id, name: Type.String(), classes: Type.Integer() })
export type Series = Static<typeof Series>

const params = Type.Object({ id: Id })

export const seriesCalls = {
  createSeries: {
    method: 'POST',
    path: '/training/class-manage/{id}/series',
    summary:
      'Make drafts like a class at further dates, without its people and rooms. They join the series of the class, or begin one',
    access: runsClasses,
    params,
    body: Body({
      /** Of the series, where the class has none yet. */
      name: Title(seriesNameLengthMax),
      startsAt: Type.Array(Instant, { minItems: 1, maxItems: seriesAtOnceMax, uniqueItems: true }),
    }),
    response: Type.Object({ seriesId: Id, classes: Type.Array(Changed) }),
    errors: [CLASS_MISSING, NO_PERMISSION, CLASS_NOT_READY, SERIES_FULL],
  },
  series: {
    method: 'GET',
    path: '/training/class-series',
    summary: 'The series with classes that the caller runs or manages, the last made first',
    access: runsClasses,
    query: PageQuery({ search: Type.Optional(OptionalText(100)) }),
    response: Page(Series),
    cacheSeconds: 0,
  },
  keepTemplate: {
    method: 'POST',
    path: '/training/class-manage/{id}/template',
    summary: 'Keep the settings and activities of a class as a template; classes are made from it by copying',
    access: runsClasses,
    params,
    body: Body({ name: Title(classNameLengthMax) }),
    response: Changed,
    errors: [CLASS_MISSING, NO_PERMISSION],
  },
  otherDates: {
    method: 'GET',
    path: '/training/class/{id}/other-dates',
    summary:
      'The other published classes of the series that the caller may see and that have not ended, by their start',
    access: 'signed-in',
    params,
    response: Type.Array(ClassListItem),
    errors: [CLASS_MISSING, CLASS_CANCELLED, CLASS_NOT_FOR_YOU],
    cacheSeconds: 0,
  },
} as const

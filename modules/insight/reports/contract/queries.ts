/** What can be reported, and a look at the first rows. */
import { Type } from 'typebox'
import { PREVIEW_TOO_SLOW, QUERY_INCORRECT, SOURCE_CLOSED } from './codes.ts'
import { ReportQuery } from './query.ts'
import { ReportResult, SourceInfo } from './shapes.ts'

export const queryCalls = {
  sources: {
    method: 'GET',
    path: '/reports/sources',
    summary: 'Sources of reports that the caller may use, with their columns',
    access: 'signed-in',
    response: Type.Object({ items: Type.Array(SourceInfo) }),
    cacheSeconds: 60,
  },
  templates: {
    method: 'GET',
    path: '/reports/templates',
    summary: 'Ready-made reports of these sources',
    access: 'signed-in',
    response: Type.Object({
      items: Type.Array(
        Type.Object({
          key: Type.String(),
          name: Type.String(),
          description: Type.String(),
          /** `learner`, `team`, `course`, … */
          group: Type.String(),
          query: ReportQuery,
        }),
      ),
    }),
    cacheSeconds: 60,
  },
  preview: {
    method: 'POST',
    path: '/reports/preview',
    summary: 'The first hundred rows of a report, in the scope of the caller',
    access: 'signed-in',
    body: ReportQuery,
    response: ReportResult,
    errors: [QUERY_INCORRECT, SOURCE_CLOSED, PREVIEW_TOO_SLOW],
    noDryRun: 'reading',
    rate: { max: 120, windowSeconds: 60 },
  },
} as const

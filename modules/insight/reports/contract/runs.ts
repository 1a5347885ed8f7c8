/** Exports: a whole report as a file, made as a task. */
import { Type } from 'typebox'
import { NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, OneOf, Title } from '#kit/schema.ts'
import { EXPORT_NOT_READY, QUERY_INCORRECT, SOURCE_CLOSED, TOO_MANY_REPORTS } from './codes.ts'
import { ReportQuery } from './query.ts'
import { formats, ReportRun } from './shapes.ts'

const one = Type.Object({ id: Id })

export const runCalls = {
  startRun: {
    method: 'POST',
    path: '/reports/runs',
    summary: 'Makes a file of all rows of a report, as a task',
    access: 'signed-in',
    body: Body({ name: Title(60), format: OneOf(formats), query: ReportQuery }),
    response: ReportRun,
    errors: [QUERY_INCORRECT, SOURCE_CLOSED, TOO_MANY_REPORTS],
  },
  runs: {
    method: 'GET',
    path: '/reports/runs',
    summary: 'The last exports of the caller',
    access: 'signed-in',
    response: Type.Object({ items: Type.Array(ReportRun) }),
    cacheSeconds: 0,
  },
  runAddress: {
    method: 'GET',
    path: '/reports/runs/{id}/address',
    summary: 'The address of the file of an own export, for ten minutes',
    access: 'signed-in',
    params: one,
    response: Type.Object({ url: Type.String() }),
    errors: [NOT_FOUND, EXPORT_NOT_READY],
    cacheSeconds: 0,
  },
} as const

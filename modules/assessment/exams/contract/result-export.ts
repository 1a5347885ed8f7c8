/** The results of an exam as a file: asked for, written by a job, loaded down. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Id, Instant, Nullable, OneOf } from '#kit/schema.ts'
import { EXPORT_OVER } from './codes.ts'

export const ResultExport = Type.Object({
  id: Id,
  state: OneOf(['waiting', 'ready', 'failed']),
  /** Of 1000. */
  progress: Type.Integer(),
  sizeBytes: Nullable(Type.Integer()),
  createdAt: Instant,
  expiresAt: Instant,
})
export type ResultExport = Static<typeof ResultExport>

const params = Type.Object({ id: Id })
const errors = [NOT_FOUND, NO_PERMISSION, EXPORT_OVER]

export const resultExportCalls = {
  exportResults: {
    method: 'POST',
    path: '/exam-results/{id}/export',
    summary:
      'Asks for the results as xlsx: people, questions, options, organizations, distribution. For proctors as long as they may export answers',
    access: 'signed-in',
    params,
    response: ResultExport,
    errors,
    rate: { max: 20, windowSeconds: 60 },
  },
  resultExport: {
    method: 'GET',
    path: '/exam-result-exports/{id}',
    summary: 'How far an export of the caller is',
    access: 'signed-in',
    params,
    response: ResultExport,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  resultExportAddress: {
    method: 'GET',
    path: '/exam-result-exports/{id}/address',
    summary: 'An address of the file for some minutes, as long as the caller may read the results',
    access: 'signed-in',
    noDryRun: 'access',
    params,
    response: Type.Object({ url: Type.String() }),
    errors,
    writes: true,
    cacheSeconds: 0,
  },
} as const

/** Figures of a circle for those who administer it. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Id, OneOf } from '#kit/schema.ts'
import { circlesPath } from './shapes.ts'

/** Map of the periods: how many of each may be asked for. */
const days = Type.Optional(Type.Integer({ minimum: 7, maximum: 366, default: 30 }))
const months = Type.Optional(Type.Integer({ minimum: 1, maximum: 24, default: 12 }))

const PeriodFigures = Type.Object({
  /** `2026-11-27` or `2026-11`, by the company’s clock. */
  period: Type.String(),
  /** At its end. */
  members: Type.Integer(),
  joined: Type.Integer(),
  left: Type.Integer(),
  /** What was shared into the circle and stands there today. */
  contents: Type.Integer(),
  /** Of what stands in the circle, since it was shared there. */
  reads: Type.Integer(),
  comments: Type.Integer(),
})
export type PeriodFigures = Static<typeof PeriodFigures>

const query = Type.Object({ by: Type.Optional(OneOf(['day', 'month'] as const)), days, months })
const managed = {
  access: 'signed-in',
  params: Type.Object({ id: Id }),
  errors: [NOT_FOUND, NO_PERMISSION],
} as const

export const circleFigureCalls = {
  circleFigures: {
    ...managed,
    method: 'GET',
    path: `${circlesPath}/{id}/figures`,
    summary: 'Members, contents, reads and comments of a circle by day or month, for its administrators',
    query,
    response: Type.Object({
      total: Type.Object({ members: Type.Integer(), contents: Type.Integer() }),
      /** Every period up to today since the circle exists, the oldest first. */
      items: Type.Array(PeriodFigures),
    }),
    cacheSeconds: 0,
  },
  exportCircleFigures: {
    ...managed,
    method: 'GET',
    path: `${circlesPath}/{id}/figures-export`,
    summary: 'The figures of a circle as a csv or xlsx file',
    query: Type.Object({ ...query.properties, format: Type.Optional(OneOf(['csv', 'xlsx'] as const)) }),
    kind: 'stream',
    response: Type.Unknown(),
  },
} as const

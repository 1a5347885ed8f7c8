/** The overview: the figures of the administration's first page. Each module registers its own. */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { Id, Nullable, OneOf } from '#kit/schema.ts'
import { Bilingual } from './shapes.ts'

/** The sections of the page, in their order. */
export const overviewSections = ['learning', 'waiting', 'company', 'expiring'] as const

const Figure = Type.Object({
  /** `pushes.overdue`: module and figure. */
  key: Type.String(),
  section: OneOf(overviewSections),
  label: Bilingual,
  /** What exactly is counted, in one sentence. */
  hint: Bilingual,
  unit: OneOf(['count', 'bytes'] as const),
  /** Null where it could not be counted now. */
  value: Nullable(Type.Integer({ minimum: 0 })),
  /** What the value is a part of: 12 of 60 are done. */
  of: Type.Optional(Type.Integer({ minimum: 0 })),
  /** The value by department, the largest first; departments beyond the first ones are left out. */
  parts: Type.Array(Type.Object({ id: Id, name: Type.String(), value: Type.Integer({ minimum: 0 }) })),
  /** A value above nothing asks for attention. */
  isAlarm: Type.Boolean(),
  /** The screen with the list behind the figure. */
  link: Type.String(),
})
export type OverviewFigure = Static<typeof Figure>

export const overviewContract = {
  overview: {
    method: 'GET',
    path: '/system/overview',
    summary: 'The figures that the caller may see: each by the permission for the list behind it, cut to the same rows',
    access: 'signed-in',
    response: Type.Object({ figures: Type.Array(Figure) }),
    cacheSeconds: 30,
  },
} as const satisfies Contract

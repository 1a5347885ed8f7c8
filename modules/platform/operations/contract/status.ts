/** Status: whether each part of the platform works, and what to do where it does not. */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { Instant, Nullable, OneOf } from '#kit/schema.ts'
import { Bilingual } from './shapes.ts'

const healthStates = ['ok', 'warning', 'down', 'off'] as const

const CheckedPart = Type.Object({
  name: Type.String(),
  label: Bilingual,
  /** ok; works, but look at it; does not work; is not set up. */
  state: OneOf(healthStates),
  facts: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  /** What to do. */
  advice: Nullable(Bilingual),
  tookMs: Type.Integer(),
})
export type CheckedPart = Static<typeof CheckedPart>

export const statusContract = {
  platformStatus: {
    method: 'GET',
    path: '/system/status',
    summary: 'Checks every part of the platform now; facts are told to the company that runs the platform',
    access: { permission: 'task.manage' },
    noDryRun: 'outside',
    response: Type.Object({
      checkedAt: Instant,
      isOperator: Type.Boolean(),
      parts: Type.Array(CheckedPart),
    }),
    outside: true,
    cacheSeconds: 0,
    rate: { max: 60, windowSeconds: 60 },
  },
} as const satisfies Contract

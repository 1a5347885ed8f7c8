/** Status: the health of each part of the platform, with advice for the operator. */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { Instant, Nullable, OneOf } from '#kit/schema.ts'
import { managesTasks } from './access.ts'
import { Bilingual } from './shapes.ts'

const healthStates = ['ok', 'warning', 'down', 'off'] as const

const CheckedPart = Type.Object({
  name: Type.String(),
  label: Bilingual,
  /** ok; warning: works, but needs attention; down: does not work; off: not set up. */
  state: OneOf(healthStates),
  facts: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  /** Advice for the operator. */
  advice: Nullable(Bilingual),
  tookMs: Type.Integer(),
})
export type CheckedPart = Static<typeof CheckedPart>

export const statusContract = {
  platformStatus: {
    method: 'GET',
    path: '/system/status',
    summary: 'Checks every part of the platform; only the company that runs the platform sees the facts',
    access: managesTasks,
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

/** Graduation for a participant. */
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable } from '#kit/schema.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { CLASS_CANCELLED, CLASS_MISSING, NO_PARTICIPANT } from '#modules/training/classes/contract.ts'
import { Standing } from './conditions.ts'
import { GivenCertificate, Graduation } from './shapes.ts'

const OwnGraduation = Type.Object({
  /** Null: the caller runs the class and does not take part. */
  graduation: Nullable(Graduation),
  graduatedAt: Nullable(Instant),
  /** Each condition of the class; without one everyone who takes part graduates. */
  standings: Type.Array(Standing),
  certificate: Nullable(GivenCertificate),
  retrainAt: Nullable(Instant),
})
export type OwnGraduation = Static<typeof OwnGraduation>

export const learningCalls = {
  ownGraduation: {
    method: 'GET',
    path: '/training/class/{id}/graduation',
    summary: 'What stands between the caller and the graduation from a class, and the certificate afterwards',
    access: 'signed-in',
    params: Type.Object({ id: Id }),
    response: OwnGraduation,
    errors: [CLASS_MISSING, CLASS_CANCELLED, NO_PARTICIPANT, NOT_BOUGHT],
    cacheSeconds: 0,
  },
} as const

import { type Static, Type } from 'typebox'
import { Instant, Nullable, OneOf } from '#kit/schema.ts'
import { Validity } from '#modules/learning/certificates/contract.ts'

/** Map `graduation`: 1 not graduated, 2 graduated. */
export const Graduation = OneOf([1, 2])

/** The certificate that a graduation has given (TRAINING-040). */
export const GivenCertificate = Type.Object({
  code: Type.String(),
  number: Type.String(),
  titleCn: Type.String(),
  titleEn: Type.String(),
  validity: Validity,
  expiresAt: Nullable(Instant),
})
export type GivenCertificate = Static<typeof GivenCertificate>

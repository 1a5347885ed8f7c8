/** Completion awards of any content: class hours and credit of the module study, and a certificate. */
import { type Static, Type } from 'typebox'
import { Id, Nullable } from './schema.ts'

/** In hundredths; null where no certificate is earned. */
export const CompletionAwards = Type.Object({
  classHourHundredths: Type.Integer(),
  creditHundredths: Type.Integer(),
  certificate: Nullable(Type.Object({ templateId: Id, name: Type.String() })),
})
export type CompletionAwards = Static<typeof CompletionAwards>

const Amount = Type.Integer({ minimum: 0, maximum: 1_000_000 })

/** Fields of a body that changes it; what is left out keeps its value. */
export const completionAwardsFields = {
  classHourHundredths: Type.Optional(Amount),
  creditHundredths: Type.Optional(Amount),
  certificateTemplateId: Type.Optional(Nullable(Id)),
}

export interface CompletionAwardsInput {
  readonly classHourHundredths?: number
  readonly creditHundredths?: number
  readonly certificateTemplateId?: string | null
}

/** Shapes and codes that several calls of certificates share. */
import { type Static, Type } from 'typebox'
import { errorCode } from '#kit/errors.ts'
import { Id, Instant, Nullable, OneOf, OptionalText, OptionalTitle, Text, Title } from '#kit/schema.ts'

/** The company has no such template, or offers it no longer. */
export const TEMPLATE_NOT_OFFERED = errorCode(380201)
/** A text has a placeholder that stands for nothing; `data.placeholder` names it. */
export const PLACEHOLDER_UNKNOWN = errorCode(380202)
export const TEMPLATE_NAME_TAKEN = errorCode(380203)
/** Somebody else has changed the template since it was read. */
export const TEMPLATE_CHANGED = errorCode(380204)
/** The member holds one of this template that is still good. */
export const ALREADY_CERTIFIED = errorCode(380205)
/** It is revoked or replaced already. */
export const NOT_CURRENT = errorCode(380206)
/** A batch has nobody who may sign in. */
export const NOBODY_CHOSEN = errorCode(380207)
/** `data.max`: the most days before its end that a certificate of this validity may be renewed. */
export const RENEWAL_TOO_EARLY = errorCode(380208)

const Design = OneOf(['classic', 'modern', 'festive'] as const)
/** What a certificate is worth now. `expiring`: within its renewal window. */
export const validities = ['valid', 'expiring', 'expired', 'replaced', 'revoked'] as const
export const Validity = OneOf(validities)
export type Validity = Static<typeof Validity>
const Origin = OneOf(['earned', 'renewed', 'reissued', 'granted', 'awarded'] as const)

/** What an administrator writes into a template. */
export const templateFields = {
  name: Title(60),
  design: Design,
  titleCn: Title(30),
  titleEn: OptionalTitle(80),
  bodyCn: Text(400),
  bodyEn: OptionalText(800),
  issuerCn: Title(60),
  issuerEn: OptionalTitle(120),
  signatory: OptionalTitle(40),
  numberPrefix: Type.String({ pattern: '^[A-Za-z0-9]{1,12}$' }),
  validityMonths: Nullable(Type.Integer({ minimum: 1, maximum: 600 })),
  renewalDays: Type.Integer({ minimum: 1, maximum: 365 }),
  /** So many days before it expires its holder is reminded. */
  reminderDays: Type.Array(Type.Integer({ minimum: 1, maximum: 365 }), { maxItems: 6, uniqueItems: true }),
  /** What renews it, where that is another item than the one that earned it. */
  renewal: Nullable(Type.Object({ businessType: Type.Integer({ minimum: 1, maximum: 1000 }), businessId: Id })),
  enabled: Type.Boolean(),
} as const
const TemplateValues = Type.Object(templateFields)
export type TemplateValues = Static<typeof TemplateValues>

export const Template = Type.Object({
  id: Id,
  ...templateFields,
  renewalName: Nullable(Type.String()),
  revision: Type.Integer(),
  updatedAt: Instant,
  /** How many items earn it, and how many certificates there are of each validity. */
  itemCount: Type.Integer(),
  counts: Type.Object({
    valid: Type.Integer(),
    expiring: Type.Integer(),
    expired: Type.Integer(),
    revoked: Type.Integer(),
  }),
})

export const Certificate = Type.Object({
  id: Id,
  number: Type.String(),
  code: Type.String(),
  validity: Validity,
  origin: Origin,
  design: Design,
  titleCn: Type.String(),
  titleEn: Type.String(),
  issuerCn: Type.String(),
  holderName: Type.String(),
  itemName: Type.String(),
  itemLink: Type.String(),
  issuedAt: Instant,
  finishedAt: Instant,
  /** The first instant at which it no longer holds. */
  expiresAt: Nullable(Instant),
  revokedAt: Nullable(Instant),
  revokeReason: Type.String(),
  /** Of a reissue. */
  reason: Type.String(),
  /** What renews it, while it may be renewed. */
  renewal: Nullable(Type.Object({ name: Type.String(), link: Type.String() })),
  /** The holder shows it on the own homepage, while it holds. */
  isShown: Type.Boolean(),
})
export type Certificate = Static<typeof Certificate>

/** A certificate on its holder's homepage: without number and code, by which it could be asked for elsewhere. */
export const ShownCertificate = Type.Pick(Certificate, [
  ...(['id', 'validity', 'design', 'titleCn', 'titleEn', 'issuerCn', 'itemName', 'issuedAt', 'expiresAt'] as const),
])
export type ShownCertificate = Static<typeof ShownCertificate>

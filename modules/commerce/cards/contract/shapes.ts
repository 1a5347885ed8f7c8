/** Member cards on the wire. */
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, OneOf, OptionalText, Title } from '#kit/schema.ts'

export const nameLengthMax = 60
export const promiseLengthMax = 500
/** Ten years. */
export const validityDaysMax = 3650

/** `draft`: nobody but its makers sees it. `on-sale`: it is bought. `ended`: who holds it keeps it, nobody buys it. */
export const cardStatuses = ['draft', 'on-sale', 'ended'] as const
export type CardStatus = (typeof cardStatuses)[number]

export const cardColors = ['ink', 'jade', 'amber', 'crimson', 'violet'] as const
export type CardColor = (typeof cardColors)[number]

export const cardFields = {
  name: Title(nameLengthMax),
  /** What it promises, in the words of the company. */
  promise: OptionalText(promiseLengthMax),
  color: OneOf(cardColors),
  /** From the purchase; null: without an end. */
  validityDays: Nullable(Type.Integer({ minimum: 1, maximum: validityDaysMax })),
}

const card = { id: Id, ...cardFields, status: OneOf(cardStatuses) }

/** A card as a member sees it. */
export const MemberCard = Type.Object({
  ...card,
  isOwned: Type.Boolean(),
  /** When what the member holds ends; null: never, or not owned. */
  ownedUntil: Nullable(Instant),
})
export type MemberCard = Static<typeof MemberCard>

export const ManagedCard = Type.Object({
  ...card,
  createdByName: Type.String(),
  createdAt: Instant,
  revision: Type.Integer(),
})
export type ManagedCard = Static<typeof ManagedCard>

/** Something that a card opens, as far as the member may see it. */
export const OpenedItem = Type.Object({
  id: Id,
  businessType: Type.Integer(),
  kindName: Type.String(),
  name: Type.String(),
  link: Type.String(),
  coverFileId: Nullable(Id),
})
export type OpenedItem = Static<typeof OpenedItem>

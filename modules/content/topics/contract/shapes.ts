/** Shapes that several kinds of calls share. */
import { type Static, Type } from 'typebox'
import { Id, Nullable } from '#kit/schema.ts'

/** What kind of thing an id belongs to; the owning modules register their numbers. */
export const BusinessType = Type.Integer({ minimum: 1, maximum: 32_767 })

/** Whichever module the item belongs to. */
export const item = { businessType: BusinessType, businessId: Id }

/** Who wrote something; null where the account was erased. */
export const Author = Nullable(
  Type.Object({
    memberId: Id,
    memberFullName: Type.String(),
    headPortrait: Type.String(),
    organizationName: Type.String(),
  }),
)
export type Author = Static<typeof Author>

/** An item as its owner shows it; null where the caller may see it no longer. */
export const ShownItem = Nullable(
  Type.Object({
    name: Type.String(),
    /** A hash path of the shell. */
    link: Type.String(),
    picture: Nullable(Type.String()),
  }),
)
export type ShownItem = Static<typeof ShownItem>

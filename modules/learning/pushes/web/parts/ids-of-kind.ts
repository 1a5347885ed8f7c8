interface Ref {
  readonly businessType: number
  readonly businessId: string
}

/** The items of the same kind: what they cost is asked once for them all. */
export const idsOfKind = (items: readonly Ref[], { businessType }: Ref): string[] =>
  items.flatMap((one) => (one.businessType === businessType ? [one.businessId] : []))

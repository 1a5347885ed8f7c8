/** Where a card opens, as a path of the hash router. */
export const cardLink = (id: string): string => `/member-card-preview/${id}`

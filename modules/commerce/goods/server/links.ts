/** Where goods open, as a path of the hash router. */
export const goodsLink = (id: string): string => `/mall/${id}`

/** Where readers find a content: the address in its messages. */
export const linkOf = (id: string) => `/share-content-detail/${id}`

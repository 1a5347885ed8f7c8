/** The address of the screen on which the price of an item is set, as a path of the hash router. */
export const pricePath = (businessType: number, itemId: string): string => `/manage/price/${businessType}/${itemId}`

/** Who makes member cards: cards are the whole company's, and so is their price. */
export const managesCards = { permission: 'price.manage', wholeCompany: true } as const

/** Who runs the points mall: it is the whole company's. */
export const managesGoods = { permission: 'goods.manage', wholeCompany: true } as const

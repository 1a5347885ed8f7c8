/** Who makes coupons: they are the whole company's, for their members may buy in every organization. */
export const managesCoupons = { permission: 'coupon.manage', wholeCompany: true } as const

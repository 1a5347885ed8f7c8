/** Addresses of the screens of redeem cards, as paths of the hash router. */
export const redeemPaths = {
  redeem: '/redeem',
  managed: '/manage/redeem',
  batch: (id: string) => `/manage/redeem/${id}`,
}

/** Addresses of the screens of coins and points. */
export const currencyPaths = {
  team: '/learncoin-manage',
  coins: '/center/my/coins',
  points: '/center/my/points',
  rules: '/manage/currency/rules',
  holders: '/manage/currency/holders',
  proof: '/manage/currency/proof',
} as const

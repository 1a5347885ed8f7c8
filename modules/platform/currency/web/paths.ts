/** The paths of the screens of coins and points. */
export const currencyPaths = {
  team: '/learncoin-manage',
  /** The screen of a team's share account, in the module community. */
  account: (teamId: string) => `/share-team/team-content/${teamId}`,
  coins: '/center/my/coins',
  points: '/center/my/points',
  rules: '/manage/currency/rules',
  holders: '/manage/currency/holders',
  proof: '/manage/currency/proof',
} as const

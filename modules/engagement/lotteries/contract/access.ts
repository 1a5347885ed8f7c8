/** Who may make the calls of those who run lotteries. Which lotteries they see is decided by the scope of each (`server/scopes.ts`). */
export const runsLotteries = { permission: 'lottery.run' } as const

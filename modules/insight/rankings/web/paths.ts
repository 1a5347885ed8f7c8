import type { RankingName } from '../contract.ts'

export const rankingPath = (ranking: RankingName) => `/rankings?ranking=${ranking}`

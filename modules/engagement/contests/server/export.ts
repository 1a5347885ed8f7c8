/** The ranking of a round as a spreadsheet. */
import type { Caller, Language } from '#kit/caller.ts'
import type { StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import { runContest } from './contest-record.ts'
import type { ContestsDb } from './db.ts'
import { listRanking } from './ranking.ts'

const rowsMax = 10_000

const texts = {
  cn: {
    file: '大赛排名',
    headings: [
      '赛组',
      '排名',
      '编号',
      '作品',
      '作者',
      '组织',
      '评审数',
      '评审得分',
      '票数',
      '投票得分',
      '总分',
      '奖项',
    ],
  },
  en: {
    file: 'ranking',
    headings: [
      ...['Group', 'Rank', 'No.', 'Work', 'Author', 'Organization', 'Reviews', 'Review score', 'Votes', 'Vote score'],
      ...['Score', 'Award'],
    ],
  },
} as const

export async function exportRanking(
  db: ContestsDb,
  id: string,
  round: number,
  { caller, language }: { readonly caller: Caller; readonly language: Language },
): Promise<StreamAnswer> {
  const contest = await runContest(db, caller, id)
  const { items } = await listRanking(db, caller, contest, { round, page: 1, pageSize: rowsMax })
  const groups = new Map(contest.groups.map(({ key, name }) => [key, name]))
  const { file, headings } = texts[language]
  const lines = items.map(({ work, ...row }) => [
    ...[groups.get(work.groupKey ?? '') ?? '', row.rank, work.number, work.title],
    ...[work.author?.fullName ?? '', work.author?.organizationName ?? ''],
    ...[row.reviews, row.reviewScore / 100, row.votes, row.voteScore / 100, row.score / 100, work.award ?? ''],
  ])
  return sheetAnswer(`${file}-${contest.name}`, [[...headings], ...lines], { plainName: 'ranking' })
}

/** Works as members see them. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { isVotingOpen, roundAt } from '../contract/states.ts'
import type { WorkDetails, WorkListItem } from '../contract/works.ts'
import type { contests } from '../contract.ts'
import { type EnteredContest, enterContest } from './contest-record.ts'
import type { ContestsDb } from './db.ts'
import { rankedSql } from './ranking.ts'
import { shownFile, type VersionFile } from './shown-file.ts'
import { votesLeftOf } from './voting.ts'
import { findWork, isShownSql, votesSql, workItemSql, worksFromSql } from './work-record.ts'

export async function listWorks(
  db: ContestsDb,
  caller: Caller,
  id: string,
  { search, groupKey, round, order = 'number', ...paging }: Input<typeof contests.works>['query'],
  now: number,
) {
  await enterContest(db, caller, id)
  const matching = sql`from ${worksFromSql(caller)}
    where w.contest_id = ${id} and ${isShownSql(now)}
      and ${groupKey === undefined ? sql`true` : sql`w.group_key = ${groupKey}`}
      and ${round === undefined ? sql`true` : sql`w.round >= ${round}`}
      and ${containsWordsSql(sql`w.title || ' ' || w.number || ' ' || coalesce(a.full_name, '')`, search)}`
  const orderSql = order === 'votes' ? sql`${votesSql} desc, w.number` : sql`w.number`
  return sqlPage<WorkListItem>(db, paging, {
    matching,
    rows: (window) => sql<WorkListItem>`select ${workItemSql(caller)} ${matching} order by ${orderSql} ${window}`,
  })
}

function obstacleOf(
  contest: EnteredContest,
  work: WorkListItem,
  { votesLeft, now }: { readonly votesLeft: number; readonly now: number },
): WorkDetails['obstacle'] {
  const round = contest.rounds[work.round]
  const isCurrent = roundAt(contest, now) === work.round && contest.resultsAt === null && contest.status === 'on-shelf'
  if (!isCurrent || !round || !isVotingOpen(round, now)) return 'closed'
  if (work.isOwn) return 'own'
  if (!contest.isMeant) return 'not-for-you'
  if (work.hasVoted) return 'voted'
  return votesLeft === 0 ? 'none-left' : null
}

type DetailsRow = WorkListItem &
  VersionFile & { readonly text: string; readonly version: number; readonly isShown: boolean }

export async function getWork(db: ContestsDb, caller: Caller, id: string, now: number): Promise<WorkDetails> {
  const { contestId } = await findWork(db, caller, id)
  const contest = await enterContest(db, caller, contestId)
  const { rows } = await sql<DetailsRow>`
    select ${workItemSql(caller)}, w.text, w.version, ${isShownSql(now)} as "isShown", f.file_id as "fileId",
      f.file_name as "fileName", f.copy, f.copy_file_id as "copyFileId"
    from ${worksFromSql(caller)} where w.id = ${id} and w.company_id = ${caller.companyId}`.execute(db)
  const { isShown, fileId, fileName, copy, copyFileId, text, version, ...item } = rows[0] as DetailsRow
  if (!isShown && !item.isOwn && !contest.isRun) throw refuse(NOT_FOUND)
  const votesLeft = await votesLeftOf(db, caller, contest, now)
  const scores =
    contest.resultsAt === null
      ? undefined
      : (
          await sql<{
            reviewScore: number
            score: number
          }>`select "reviewScore", score from ${rankedSql(contest, item.round)} ranked
            where ranked.id = ${id}`.execute(db)
        ).rows[0]
  const file = { fileId, fileName, fileKind: item.fileKind, copy, copyFileId }
  return {
    ...{ ...item, text, version, votesLeft },
    file: await shownFile(db, caller, file, { isNameless: !contest.isNamed && !item.isOwn, now }),
    obstacle: obstacleOf(contest, item, { votesLeft, now }),
    ...{ reviewScore: scores?.reviewScore ?? null, score: scores?.score ?? null },
  }
}

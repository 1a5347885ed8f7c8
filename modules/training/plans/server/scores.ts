/** Scores that those who take part in a class have got away from the platform. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import type { ImportRow } from '#kit/import-rows.ts'
import { directorySql, namedMembers } from '#modules/platform/identity/server.ts'
import { enrolledSql, runClass } from '#modules/training/classes/server.ts'
import { sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { UploadedFile } from '#server/module.ts'
import {
  decimalOf,
  type ImportColumn,
  problemsOf,
  readImport,
  refuseProblems,
} from '#server/spreadsheet/import-rows.ts'
import { NO_SUCH_PARTICIPANT, TOO_MANY_ROWS } from '../contract/codes.ts'
import type { MemberScore, ScoreColumn } from '../contract/costs.ts'
import { importedRowsMax, scoreTenthsMax } from '../contract/fields.ts'
import type { plans } from '../contract.ts'
import type { PlansDb } from './db.ts'

export async function listScores(
  db: PlansDb,
  caller: Caller,
  classId: string,
  { search, ...paging }: Input<typeof plans.classScores>['query'],
) {
  const { id, companyId } = await runClass(db, caller, classId)
  const matching = sql`from ${enrolledSql(companyId, id)} e join ${directorySql(companyId)} d on d.id = e."memberId"
    left join plans.member_score s on s.class_id = ${id} and s.member_id = d.id and s.company_id = ${companyId}
    where ${containsWordsSql(sql`d.full_name`, search)}`
  return sqlPage<MemberScore>(db, paging, {
    matching,
    rows: (window) => sql<MemberScore>`
      select json_build_object('id', d.id, 'fullName', d.full_name, 'avatarPath', d.avatar_path,
          'organizationName', d.organization_name) as member, s.score_tenths as "scoreTenths", s.entered_at as "enteredAt"
      ${matching} order by e."enrolledAt", d.id ${window}`,
  })
}

interface Entered {
  readonly memberId: string
  readonly scoreTenths: number
}

async function enter(
  db: PlansDb,
  { companyId, memberId }: Caller,
  classId: string,
  rows: readonly Entered[],
  now: number,
) {
  await sql`
    insert into plans.member_score (class_id, member_id, company_id, score_tenths, entered_by, entered_at)
    select ${classId}, one.member_id, ${companyId}, one.score, ${memberId}, ${now}
    from unnest(${rows.map((row) => row.memberId)}::uuid[], ${rows.map((row) => row.scoreTenths)}::int[]) one(member_id, score)
    order by one.member_id
    on conflict (class_id, member_id) do update set score_tenths = excluded.score_tenths, entered_by = excluded.entered_by,
      entered_at = excluded.entered_at`.execute(db)
}

export async function setScore(
  db: PlansDb,
  caller: Caller,
  { id, memberId }: Input<typeof plans.setScore>['params'],
  scoreTenths: number | null,
  now: number,
) {
  const { companyId } = await runClass(db, caller, id, { forEdit: true })
  const { rows } = await sql`
    select from ${enrolledSql(companyId, id)} e where e."memberId" = ${memberId}`.execute(db)
  if (rows.length === 0) throw refuse(NO_SUCH_PARTICIPANT)
  if (scoreTenths !== null) await enter(db, caller, id, [{ memberId, scoreTenths }], now)
  else await db.deleteFrom('plans.member_score').where('class_id', '=', id).where('member_id', '=', memberId).execute()
  return {}
}

export const scoreSheet: readonly ImportColumn<ScoreColumn>[] = [
  { column: 'member', cn: '账号或工号', en: 'Account or staff number', isRequired: true, example: 'zhangsan' },
  { column: 'score', cn: '成绩', en: 'Score', isRequired: true, example: '86.5' },
]

export const readScores = (upload: UploadedFile | undefined) =>
  readImport(upload, scoreSheet, { rowsMax: importedRowsMax, tooMany: TOO_MANY_ROWS })

/** Those who take part, also who has left the company since. */
const participants = (db: PlansDb, companyId: string, classId: string, accounts: readonly string[]) =>
  namedMembers(db, companyId, {
    accounts,
    withDisabled: true,
    async reaches(memberIds) {
      const { rows } = await sql<{ id: string }>`
        select e."memberId" as id from ${enrolledSql(companyId, classId)} e
        where e."memberId" = any(${[...memberIds]}::uuid[])`.execute(db)
      return new Set(rows.map(({ id }) => id))
    },
  })

/** TRAINING-052: 0–1000 with at most one decimal. */
export async function importScores(
  db: PlansDb,
  caller: Caller,
  classId: string,
  rows: readonly ImportRow<ScoreColumn>[],
  now: number,
) {
  const { companyId } = await runClass(db, caller, classId, { forEdit: true })
  const written = rows.map(({ cells }) => cells.member)
  const named = await participants(db, companyId, classId, written)
  const scores = new Map<string, number>()
  const problems = rows.flatMap((row) => {
    const found = problemsOf(row)
    const { member, rule } = named(row.cells.member)
    const score = decimalOf(row.cells.score, { decimals: 1, max: scoreTenthsMax / 10 })
    if (rule) found.wrong('member', rule)
    else if (scores.has(member.id)) found.wrong('member', 'twice')
    else scores.set(member.id, score ?? 0)
    if (score === undefined) found.wrong('score', 'score')
    return found.problems
  })
  refuseProblems(problems)
  const entered = [...scores].map(([memberId, scoreTenths]) => ({ memberId, scoreTenths }))
  await enter(db, caller, classId, entered, now)
  return { imported: rows.length }
}

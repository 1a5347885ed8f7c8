/** Scores that those who take part in a class have got away from the platform. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import type { ImportRow } from '#kit/import-rows.ts'
import { directorySql, membersByIds, namedMembers } from '#modules/platform/identity/server.ts'
import { enrolledSql, type PlacedClass, runClass } from '#modules/training/classes/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { Context, UploadedFile } from '#server/module.ts'
import {
  decimalOf,
  type ImportColumn,
  problemsOf,
  readImport,
  refuseProblems,
} from '#server/spreadsheet/import-rows.ts'
import { NO_SUCH_PARTICIPANT, TOO_MANY_ROWS } from '../contract/codes.ts'
import type { MemberScore, ScoreChange, ScoreColumn } from '../contract/costs.ts'
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

type Writer = Pick<Context, 'caller' | 'now' | 'audit'>

interface Entered {
  readonly memberId: string
  /** Null: it is taken back. */
  readonly scoreTenths: number | null
}

interface Changed {
  readonly memberId: string
  readonly before: number | null
  readonly after: number | null
}

/** Writes scores, and what each was before, one after the other of those who write scores of a class. */
async function enter(
  db: PlansDb,
  { caller, now, audit }: Writer,
  found: Pick<PlacedClass, 'id' | 'name'>,
  rows: readonly Entered[],
): Promise<void> {
  const { companyId, memberId: by } = caller
  const classId = found.id
  await lockNames(db, `scores ${classId}`)
  const entered = sql`unnest(${rows.map(() => uuid())}::uuid[], ${rows.map((row) => row.memberId)}::uuid[],
    ${rows.map((row) => row.scoreTenths)}::int[]) one(id, member_id, score)`
  const { rows: changed } = await sql<Changed>`
    insert into plans.score_change (id, class_id, member_id, company_id, before_tenths, after_tenths, changed_by, changed_at)
    select one.id, ${classId}, one.member_id, ${companyId}, s.score_tenths, one.score, ${by}, ${now}
    from ${entered} left join plans.member_score s on s.class_id = ${classId} and s.member_id = one.member_id
    where s.score_tenths is distinct from one.score order by one.id
    returning member_id as "memberId", before_tenths as before, after_tenths as after`.execute(db)
  await sql`
    insert into plans.member_score (class_id, member_id, company_id, score_tenths, entered_by, entered_at)
    select ${classId}, one.member_id, ${companyId}, one.score, ${by}, ${now}
    from ${entered} where one.score is not null order by one.member_id
    on conflict (class_id, member_id) do update set score_tenths = excluded.score_tenths, entered_by = excluded.entered_by,
      entered_at = excluded.entered_at`.execute(db)
  const gone = rows.flatMap((row) => (row.scoreTenths === null ? [row.memberId] : []))
  await sql`delete from plans.member_score
    where class_id = ${classId} and company_id = ${companyId} and member_id = any(${gone}::uuid[])`.execute(db)
  const ids = changed.map(({ memberId }) => memberId)
  const people = await membersByIds(db, companyId, ids)
  for (const { memberId, before, after } of changed) {
    const name = `${found.name} · ${people.get(memberId)?.fullName ?? ''}`
    audit({ type: 'class-score', id: memberId, name, before: scoreOf(before), after: scoreOf(after) })
  }
}

const scoreOf = (tenths: number | null) => ({ score: tenths === null ? null : tenths / 10 })

export async function setScore(
  db: PlansDb,
  writer: Writer,
  { id, memberId }: Input<typeof plans.setScore>['params'],
  scoreTenths: number | null,
) {
  const found = await runClass(db, writer.caller, id, { forEdit: true })
  const { rows } = await sql`
    select from ${enrolledSql(found.companyId, id)} e where e."memberId" = ${memberId}`.execute(db)
  if (rows.length === 0) throw refuse(NO_SUCH_PARTICIPANT)
  await enter(db, writer, found, [{ memberId, scoreTenths }])
  return {}
}

/** The newest first. */
export async function listScoreChanges(db: PlansDb, caller: Caller, classId: string, paging: Paging) {
  const { id, companyId } = await runClass(db, caller, classId)
  const matching = sql`from plans.score_change c where c.class_id = ${id} and c.company_id = ${companyId}`
  return sqlPage<ScoreChange>(db, paging, {
    matching,
    rows: (window) => sql<ScoreChange>`
      select c.id, json_build_object('id', c.member_id, 'fullName', coalesce(d.full_name, ''),
          'avatarPath', coalesce(d.avatar_path, '')) as member, c.before_tenths as "beforeTenths",
        c.after_tenths as "afterTenths", c.changed_at as "changedAt", by.full_name as "changedBy"
      from (select * ${matching} order by c.changed_at desc, c.id desc ${window}) c
      left join ${directorySql(companyId)} d on d.id = c.member_id
      left join ${directorySql(companyId)} by on by.id = c.changed_by
      order by c.changed_at desc, c.id desc`,
  })
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
  writer: Writer,
  classId: string,
  rows: readonly ImportRow<ScoreColumn>[],
) {
  const run = await runClass(db, writer.caller, classId, { forEdit: true })
  const written = rows.map(({ cells }) => cells.member)
  const named = await participants(db, run.companyId, classId, written)
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
  await enter(db, writer, run, entered)
  return { imported: rows.length }
}

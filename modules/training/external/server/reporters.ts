/** Who is asked to report. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { ImportRow } from '#kit/import-rows.ts'
import { assertMembersOfCompany, directorySql } from '#modules/platform/identity/server.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { containsWordsSql } from '#server/db/search.ts'
import type { UploadedFile } from '#server/module.ts'
import { type ImportColumn, problemsOf, readImport, refuseProblems } from '#server/spreadsheet/import-rows.ts'
import type { Reporter, reporterColumns } from '../contract/activities.ts'
import { HAS_REPORTS, REPORTERS_FULL, TOO_MANY_REPORTERS } from '../contract/codes.ts'
import { importedReportersMax, reportersMax } from '../contract/fields.ts'
import type { external } from '../contract.ts'
import { findManaged } from './activities.ts'
import type { ExternalDb } from './db.ts'
import { managedMembers } from './imported-members.ts'
import { announceAsked, remind } from './news.ts'
import { assertOwnMembers, putforwardSql } from './policy.ts'

export async function listReporters(
  db: ExternalDb,
  caller: Caller,
  id: string,
  { search, ...paging }: Paging & { readonly search?: string | undefined },
  now: number,
) {
  await findManaged(db, caller, id, { isLocked: false })
  const matching = sql`from external.reporter p join external.activity a on a.id = p.activity_id
    join ${directorySql(caller.companyId)} d on d.id = p.member_id
    left join external.report r on r.activity_id = p.activity_id and r.member_id = p.member_id
    where p.activity_id = ${id} and p.company_id = ${caller.companyId} and ${containsWordsSql(sql`d.full_name`, search)}`
  return sqlPage<Reporter>(db, paging, {
    matching,
    rows: (window) => sql<Reporter>`
      select json_build_object('id', d.id, 'fullName', d.full_name, 'avatarPath', d.avatar_path,
          'organizationName', d.organization_name) as member,
        ${putforwardSql(now)} as putforward,
        case when r.id is not null then json_build_object('id', r.id, 'state', r.state, 'submittedAt', r.submitted_at) end as report
      ${matching} order by p.added_at, p.member_id ${window}`,
  })
}

/** Those who are asked already are left; the others hear of it. */
async function ask(db: ExternalDb, caller: Caller, id: string, memberIds: readonly string[], now: number) {
  const activity = await findManaged(db, caller, id, { isLocked: true })
  const { rows } = await sql<{ member_id: string }>`
    insert into external.reporter (activity_id, member_id, company_id, added_at)
    select ${id}, one, ${caller.companyId}, ${now} from unnest(${[...memberIds]}::uuid[]) one order by one
    on conflict do nothing returning member_id`.execute(db)
  const { count } = await db
    .selectFrom('external.reporter')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('activity_id', '=', id)
    .executeTakeFirstOrThrow()
  if (count > reportersMax) throw refuse(REPORTERS_FULL, { max: reportersMax })
  const recipients = rows.map((row) => row.member_id)
  await announceAsked(db, caller, { activity, recipients, now })
  return recipients.length
}

export async function addReporters(
  db: ExternalDb,
  caller: Caller,
  id: string,
  memberIds: readonly string[],
  now: number,
) {
  await findManaged(db, caller, id, { isLocked: false })
  await assertMembersOfCompany(db, caller.companyId, memberIds)
  await assertOwnMembers(db, caller, memberIds)
  return { added: await ask(db, caller, id, memberIds, now) }
}

export async function removeReporter(
  db: ExternalDb,
  caller: Caller,
  { id, memberId }: Input<typeof external.removeReporter>['params'],
) {
  await findManaged(db, caller, id, { isLocked: true })
  const ofBoth = sql`activity_id = ${id} and member_id = ${memberId}`
  const { rows } = await sql<{ state: string }>`
    select state from external.report where ${ofBoth} for update`.execute(db)
  if (rows[0] && rows[0].state !== 'draft') throw refuse(HAS_REPORTS)
  await sql`delete from external.report where ${ofBoth}`.execute(db)
  const removed = await sql`delete from external.reporter where ${ofBoth} returning member_id`.execute(db)
  if (removed.rows.length === 0) throw refuse(NOT_FOUND)
  return {}
}

export async function remindReporters(db: ExternalDb, caller: Caller, id: string, now: number) {
  const activity = await findManaged(db, caller, id, { isLocked: false })
  const { rows } = await sql<{ id: string }>`
    select p.member_id as id from external.reporter p join external.activity a on a.id = p.activity_id
    left join external.report r on r.activity_id = p.activity_id and r.member_id = p.member_id
    where p.activity_id = ${id} and ${putforwardSql(now)} in (0, 1) order by p.member_id`.execute(db)
  const recipients = rows.map((row) => row.id)
  await remind(db, caller, { activity, recipients, now })
  return { reminded: recipients.length }
}

type Column = (typeof reporterColumns)[number]

export const reporterSheet: readonly ImportColumn<Column>[] = [
  { column: 'member', cn: '填报人账号或工号', en: 'Account or staff number', isRequired: true, example: 'zhangsan' },
]

export const readReporters = (upload: UploadedFile | undefined) =>
  readImport(upload, reporterSheet, { rowsMax: importedReportersMax, tooMany: TOO_MANY_REPORTERS })

/** TRAINING-049: all rows or none. */
export async function importReporters(
  db: ExternalDb,
  caller: Caller,
  id: string,
  rows: readonly ImportRow<Column>[],
  now: number,
) {
  await findManaged(db, caller, id, { isLocked: false })
  const named = await managedMembers(
    db,
    caller,
    rows.map(({ cells }) => cells.member),
  )
  const seen = new Set<string>()
  const problems = rows.flatMap((row) => {
    const found = problemsOf(row)
    const { member, rule } = named(row.cells.member)
    if (rule) found.wrong('member', rule)
    else if (seen.has(member.id)) found.wrong('member', 'twice')
    else seen.add(member.id)
    return found.problems
  })
  refuseProblems(problems)
  return { imported: await ask(db, caller, id, [...seen], now) }
}

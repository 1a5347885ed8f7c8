/** What belongs to single members: their columns, their visits, and branches that are closed for them. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Input } from '#kit/contract.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import { type Context, job } from '#server/module.ts'
import { PAGE_STATE } from '../contract/codes.ts'
import { chosenListsMax } from '../contract/reading.ts'
import type { pages } from '../contract.ts'
import { type PagesDb, pagesTables } from './db.ts'
import { openPage } from './opening.ts'
import { managedRecord } from './page-records.ts'
import { inLanguage } from './texts.ts'

const dayMs = 86_400_000
/** For so long visits are kept. */
const visitDays = 90

export async function memberColumns(db: PagesDb, { caller }: Context) {
  const lists = await db
    .selectFrom('pages.chosen_columns')
    .select(['list', 'columns'])
    .where('member_id', '=', caller.memberId)
    .orderBy('list')
    .execute()
  return { lists }
}

export async function saveMemberColumns(
  db: PagesDb,
  { list, columns }: Input<typeof pages.saveMemberColumns>['body'],
  context: Context,
) {
  const { memberId, companyId } = context.caller
  if (columns.length === 0) {
    await db.deleteFrom('pages.chosen_columns').where('member_id', '=', memberId).where('list', '=', list).execute()
    return memberColumns(db, context)
  }
  await db
    .insertInto('pages.chosen_columns')
    .values({ member_id: memberId, list, company_id: companyId, columns: [...columns] })
    .onConflict((conflict) => conflict.columns(['member_id', 'list']).doUpdateSet({ columns: [...columns] }))
    .execute()
  const chosen = await memberColumns(db, context)
  if (chosen.lists.length > chosenListsMax) {
    const field = { path: 'list', rule: 'maxItems', message: `at most ${chosenListsMax} lists` }
    throw refuse(INVALID_INPUT, { fields: [field] })
  }
  return chosen
}

export async function logVisit(
  db: PagesDb,
  { homeConfigId, visitId }: Input<typeof pages.logVisit>['body'],
  { caller, now }: Context,
) {
  if (homeConfigId !== undefined) await openPage(db, caller, homeConfigId, 'home')
  await db
    .insertInto('pages.visit')
    .values({
      ...{ member_id: caller.memberId, visit_id: visitId, company_id: caller.companyId },
      ...{ page_id: homeConfigId ?? null, visited_at: now },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return {}
}

export async function pageVisits(db: PagesDb, days: number, { caller, language, now }: Context) {
  interface Row {
    readonly id: string | null
    readonly nameCn: string | null
    readonly nameEn: string | null
    readonly visits: number
    readonly members: number
  }
  const { rows } = await sql<Row>`select v.page_id as id, p.name_cn as "nameCn", p.name_en as "nameEn",
      count(*)::int as visits, count(distinct v.member_id)::int as members
    from pages.visit v left join pages.page p on p.id = v.page_id
    where v.company_id = ${caller.companyId} and v.visited_at > ${now - days * dayMs}
    group by v.page_id, p.name_cn, p.name_en order by visits desc, v.page_id`.execute(db)
  const items = rows.map(({ nameCn, nameEn, ...row }) => ({
    ...row,
    name: inLanguage({ cn: nameCn ?? '', en: nameEn ?? '' }, language),
  }))
  return { items }
}

/** Once a night. */
export const removeOldVisits = job({
  name: 'pages.remove-old-visits',
  payload: Type.Object({}),
  cron: '40 19 * * *',
  async run(connection, _payload, { now }) {
    await pagesTables(connection)
      .deleteFrom('pages.visit')
      .where('visited_at', '<', now - visitDays * dayMs)
      .execute()
  },
})

export async function disabledMembers(db: PagesDb, id: string, { caller }: Context) {
  await managedRecord(db, caller, id)
  const rows = await db
    .selectFrom('pages.disabled_member')
    .select(['member_id as id', 'disabled_at as disabledAt'])
    .where('page_id', '=', id)
    .orderBy('disabled_at', 'desc')
    .limit(500)
    .execute()
  const known = await membersByIds(
    db,
    caller.companyId,
    rows.map((row) => row.id),
  )
  return { items: rows.map((row) => ({ ...row, fullName: known.get(row.id)?.fullName ?? '' })) }
}

export async function setBranchMember(
  db: PagesDb,
  { id, memberId }: { readonly id: string; readonly memberId: string },
  isDisabled: boolean,
  { caller, now, audit }: Context,
) {
  const { companyId } = caller
  const record = await managedRecord(db, caller, id, { lock: true })
  if (record.kind !== 'branch') throw refuse(PAGE_STATE, { state: record.state })
  const member = (await membersByIds(db, companyId, [memberId])).get(memberId)
  if (!member) throw refuse(NOT_FOUND)
  audit({ type: 'page', id, name: record.nameCn, after: { memberId, isDisabled } })
  if (isDisabled)
    await db
      .insertInto('pages.disabled_member')
      .values({ page_id: id, member_id: memberId, company_id: companyId, disabled_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else
    await db.deleteFrom('pages.disabled_member').where('page_id', '=', id).where('member_id', '=', memberId).execute()
  return {}
}

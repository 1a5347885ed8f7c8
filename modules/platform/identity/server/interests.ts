/** The topics of interest of a member, and the information form. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { type IdentityDb, identityTables } from './db.ts'

interface Topic {
  readonly id: string
  readonly name: string
}

const page = (items: Topic[]) => ({ items, recordCount: items.length })

export async function memberTopics(db: IdentityDb, memberId: string) {
  const rows = await db
    .selectFrom('identity.member_topic as c')
    .innerJoin('identity.topic as t', 't.id', 'c.topic_id')
    .select(['t.id', 't.name'])
    .where('c.member_id', '=', memberId)
    .orderBy('t.sort')
    .orderBy('t.id')
    .execute()
  return page(rows)
}

export async function topicChoices(db: IdentityDb, companyId: string) {
  const rows = await db
    .selectFrom('identity.topic')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .orderBy('sort')
    .orderBy('id')
    .limit(500)
    .execute()
  return page(rows)
}

/** Replaces the caller's topics. A topic of another company is refused as not found. */
export async function chooseTopics(db: IdentityDb, caller: Caller, topicIds: readonly string[]) {
  await db.deleteFrom('identity.member_topic').where('member_id', '=', caller.memberId).execute()
  const { numAffectedRows } = await sql`
    insert into identity.member_topic (member_id, topic_id, company_id)
    select ${caller.memberId}, id, company_id from identity.topic
    where id = any(${[...topicIds]}::uuid[]) and company_id = ${caller.companyId}`.execute(db)
  if (numAffectedRows !== BigInt(topicIds.length)) throw refuse(NOT_FOUND)
  return memberTopics(db, caller.memberId)
}

/** The initial topics of a new company. */
export const firstTopics = [
  '领导力',
  '沟通协作',
  '项目管理',
  '数据分析',
  '产品设计',
  '技术研发',
  '市场营销',
  '客户服务',
  '财务法务',
  '人力资源',
  '职业素养',
  '身心健康',
]

/** Adds topics to a company; existing ones stay. */
export async function addTopics(connection: Connection, companyId: string, names: readonly string[]): Promise<void> {
  const rows = names.map((name, index) => ({ id: uuid(), company_id: companyId, name, sort: index + 1 }))
  await identityTables(connection)
    .insertInto('identity.topic')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['company_id', 'name']).doNothing())
    .execute()
}

/** Saves the form; a second one replaces the first. */
export async function commitInformation(db: IdentityDb, caller: Caller, fields: object, now: number): Promise<void> {
  const stored = JSON.stringify(fields)
  await db
    .insertInto('identity.member_information')
    .values({ member_id: caller.memberId, company_id: caller.companyId, fields: stored, committed_at: now })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet({ fields: stored, committed_at: now }))
    .execute()
}

export async function hasCommittedInformation(db: IdentityDb, memberId: string): Promise<boolean> {
  const row = await db
    .selectFrom('identity.member_information')
    .select('member_id')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row !== undefined
}

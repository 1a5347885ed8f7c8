/**
 * Messages: a fan-out to everybody of the company, against the database's own bulk insert of the same rows into the same
 * indexes; and the lists that every page of every member asks for, with a million to-dos in the table.
 */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Endpoint, fillPath } from '#kit/contract.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { notify, todoKind } from '#modules/platform/messages/server.ts'
import { readConfig } from '#server/config.ts'
import { createDatabase, createPool, type RootDatabase } from '#server/db/pool.ts'
import { apiPrefix } from '#server/http/app.ts'
import { runDueJobs } from '#server/jobs/queue.ts'
import { serverModules } from '#server/modules.ts'
import { createOutside } from '#server/outside/create.ts'
import type { Outside } from '#server/outside.ts'
import { noRealtime } from '#server/realtime/hub.ts'
import type { Request, RequestPlan } from './plans.ts'

const todoCount = 1_000_000
const notificationsPerMember = 30

interface Company {
  readonly id: string
  readonly members: number
}

async function largestCompany(db: RootDatabase): Promise<Company> {
  const { rows } = await sql<Company>`
    select company_id as id, count(*) as members from identity.member where enabled
    group by 1 order by 2 desc limit 1`.execute(db)
  if (!rows[0]) throw new Error('there is no company: seed one first')
  return rows[0]
}

/** A million to-dos, and some notifications for each member, a third of them unread. */
export async function fillMessages(databaseUrl: string): Promise<void> {
  const db = createDatabase(createPool({ databaseUrl, size: 1 }))
  try {
    const company = await largestCompany(db)
    const kind = todoKind.all()[0]?.kind ?? ''
    const each = Math.ceil(todoCount / company.members)
    await sql`set statement_timeout = 0`.execute(db)
    await sql`
      insert into messages.todo (id, company_id, member_id, kind, business_type, business_id, title, link, due_at, created_at)
      select gen_random_uuid(), m.company_id, m.id, ${kind}, 1, g::text, '待办 ' || g, '/', 1800000000000 + g, g
      from identity.member m cross join generate_series(1, ${each}) g where m.company_id = ${company.id}`.execute(db)
    await sql`
      with made as (
        insert into messages.message (id, company_id, type, group_key, title_cn, body_cn, title_en, body_en, created_at)
        select gen_random_uuid(), ${company.id}, 'system.announcement', 'system', '公告 ' || g, '内容', 'Notice', 'Text', g
        from generate_series(1, ${notificationsPerMember}) g returning id, group_key, created_at)
      insert into messages.notification (message_id, member_id, company_id, group_key, since, at, read_at)
      select n.id, m.id, m.company_id, n.group_key, n.created_at, n.created_at, case when n.created_at % 3 > 0 then 1 end
      from identity.member m cross join made n where m.company_id = ${company.id}`.execute(db)
  } finally {
    await db.destroy()
  }
}

/** What each page asks for in its header, and the first page of the lists behind it. */
export function messagePlans(callers: readonly { readonly token: string; readonly cookie?: string }[]): RequestPlan[] {
  const plan = (name: string, endpoint: Endpoint, query = ''): RequestPlan => ({
    name,
    requests: callers.map(({ token, cookie }): Request => {
      const headers = { version: '1', 'accept-language': 'cn', 'user-agent': 'bench', authorization: `Bearer ${token}` }
      const path = `${apiPrefix}${fillPath(endpoint.path)}${query}`
      return { method: 'GET', path, headers: cookie === undefined ? headers : { ...headers, cookie } }
    }),
  })
  return [
    plan('unread count', messages.unreadCount),
    plan('notifications page', messages.listNotifications, '?page=1&pageSize=20'),
    plan('to-do list of a million', messages.findMyUnfinished, '?page=1&pageSize=20'),
    plan('to-do count of a million', messages.findUnfinishedRemindCount),
  ]
}

export interface FanOutResult {
  readonly rows: number
  readonly productMs: number
  readonly floorMs: number
}

/** The floor: one `insert … select` of the finished rows into a table with the same indexes. */
async function floorMs(db: RootDatabase, companyId: string): Promise<number> {
  await sql`create table messages.bench_floor (like messages.notification including all)`.execute(db)
  try {
    const began = performance.now()
    await sql`
      insert into messages.bench_floor (message_id, member_id, company_id, group_key, since, at)
      select ${uuid()}, id, company_id, 'system', 0, 0 from identity.member
      where company_id = ${companyId} and enabled`.execute(db)
    return performance.now() - began
  } finally {
    await sql`drop table messages.bench_floor`.execute(db)
  }
}

/** From the call to the last row in the notification centre; what goes out by other channels is not counted. */
async function productMs(db: RootDatabase, companyId: string, outside: Outside, databaseUrl: string): Promise<number> {
  const pool = createPool({ databaseUrl, size: 3 })
  const jobs = serverModules.flatMap((module) => module.jobs ?? []).filter((job) => job.name === 'messages.fan-out')
  try {
    const began = performance.now()
    await notify(db, {
      companyId,
      type: 'system.announcement',
      recipients: { everybody: true },
      variables: { title: '国庆放假', content: '10 月 1 日起放假。' },
      now: Date.now(),
    })
    await runDueJobs({
      pool,
      db: createDatabase(pool),
      jobs,
      outside,
      concurrency: 1,
      logError: (message, error) => console.error(message, error),
    })
    return performance.now() - began
  } finally {
    await pool.end()
  }
}

export async function measureFanOut(databaseUrl: string, rounds: number): Promise<FanOutResult[]> {
  const outside = createOutside(readConfig({ DATABASE_URL: databaseUrl }), noRealtime)
  const db = createDatabase(createPool({ databaseUrl, size: 1 }))
  try {
    const { id, members } = await largestCompany(db)
    const results: FanOutResult[] = []
    for (let round = 0; round < rounds; round++) {
      const floor = await floorMs(db, id)
      results.push({ rows: members, floorMs: floor, productMs: await productMs(db, id, outside, databaseUrl) })
    }
    return results
  } finally {
    await db.destroy()
  }
}

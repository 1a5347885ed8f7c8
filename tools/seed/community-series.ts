/** Columns with their subscribers, contents and announcements of circles, and topics that members follow. */

import { type Kysely, sql } from 'kysely'
import { columnBusinessType } from '#modules/community/columns/contract/shapes.ts'
import { contentBusinessType } from '#modules/community/contents/contract/shapes.ts'
import { titleKey } from '#modules/community/contents/server/titles.ts'
import { topicBusinessType } from '#modules/community/following/contract.ts'
import { setTopics } from '#modules/content/topics/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { demoCircleContents, demoColumns, demoContents, demoTopicFollows } from './community-articles.ts'
import { contentIdOf } from './community-contents.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'
import { fileIdOf } from './courses.ts'
import { insertRows, type Row } from './rows.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const company_id = demoCompanyId

/** After the contents. */
export async function seedSeries(db: Kysely<unknown>, now: number): Promise<void> {
  const connection = db as unknown as Connection
  for (const [table, rows] of [...columnTables(now), ...circleTables(now), ...followTables(now)])
    await insertRows(db, table, rows)
  for (const { key, topics } of demoColumns) {
    const of = { companyId: company_id, businessType: columnBusinessType, businessId: columnIdOf(key) }
    await setTopics(connection, { ...of, topicIds: topics.map((name) => idOf(`topic ${name}`)) })
  }
  await sql`update community.circle set join_mode = 1 where id = ${circleIdOf('safety')}`.execute(db)
  // Until the hourly job counts what members did: what was shared.
  await sql`update community.circle set popular_num = 5 * share_count where company_id = ${company_id}`.execute(db)
}

const columnIdOf = (key: string) => idOf(`column ${key}`)
const circleIdOf = (key: string) => idOf(`circle ${key}`)
const daysAgoOf = new Map(demoContents.map(({ key, daysAgo }) => [key, daysAgo]))
const releasedAt = (key: string, now: number) => now - (daysAgoOf.get(key) ?? 0) * dayMs - 5 * hourMs

/** Who subscribed first has read the first content; what came afterwards is new. */
function columnTables(now: number): [table: string, rows: Row[]][] {
  const columns = demoColumns.map(({ key, account, by, title, introduction, cover, contents, subscribers }) => ({
    ...{ id: columnIdOf(key), company_id, account_id: idOf(`share account ${account}`), title },
    ...{ title_key: titleKey(title), introduction, cover_file_id: fileIdOf(cover), state: 'active' },
    ...{ subscriber_count: subscribers.length, created_by: memberIdOf(by) },
    ...{ created_at: now - 40 * dayMs, shuffle: key.length / 40 },
    released_at: Math.max(...contents.map((content) => releasedAt(content, now))),
  }))
  const released = demoColumns.flatMap(({ key, by, contents }) =>
    contents.map((content, at) => ({
      ...{ column_id: columnIdOf(key), content_id: contentIdOf(content), company_id, sort: at + 1 },
      ...{ released_by: memberIdOf(by), released_at: releasedAt(content, now) },
    })),
  )
  const openedAt = (first: string) => releasedAt(first, now) + dayMs
  const subscriptions = demoColumns.flatMap(({ key, contents, subscribers }) =>
    subscribers.map((member) => ({
      ...{ column_id: columnIdOf(key), member_id: memberIdOf(member), company_id },
      ...{ created_at: releasedAt(contents[0], now) + 2 * hourMs, opened_at: openedAt(contents[0]) },
    })),
  )
  const opened = demoColumns.flatMap(({ key, contents, subscribers }) =>
    subscribers.slice(0, 3).map((member) => ({
      ...{ column_id: columnIdOf(key), member_id: memberIdOf(member), content_id: contentIdOf(contents[0]) },
      ...{ company_id, opened_at: openedAt(contents[0]) },
    })),
  )
  return [
    ['columns.special_column', columns],
    ['columns.column_content', released],
    ['columns.subscription', subscriptions],
    ['columns.opened_content', opened],
  ]
}

function circleTables(now: number): [table: string, rows: Row[]][] {
  const shares = Object.entries(demoCircleContents).flatMap(([circle, { by, contents }]) =>
    contents.map((content, at) => {
      const created_at = releasedAt(content, now) + hourMs
      return {
        ...{ id: idOf(`circle share ${circle} ${content}`), circle_id: circleIdOf(circle), company_id },
        ...{ item_type: contentBusinessType, item_id: contentIdOf(content), shared_by: memberIdOf(by), created_at },
        ...{ pinned_at: at === 0 ? created_at + hourMs : null, highlighted_at: at === 1 ? created_at + hourMs : null },
        hot_score: created_at / 45_000_000,
      }
    }),
  )
  const announcement = {
    ...{ id: idOf('announcement safety'), circle_id: circleIdOf('safety'), company_id },
    ...{ title: '安全月活动安排', published_by: memberIdOf('guzhiyuan'), pinned_at: now - 2 * dayMs },
    content:
      '本月四件事：\n1. 第一周，班组长带队检查灭火器，照片发在圈子里。\n2. 第二周，全员完成钓鱼邮件演练。\n3. 第三周周三 14:00，东门疏散演练，请提前五分钟到位。\n4. 第四周，评选三条最有用的隐患线索。',
    ...{ created_at: now - 2 * dayMs, updated_at: now - 2 * dayMs },
  }
  const readers = ['guzhiyuan', 'mengchanghe', 'buyer', 'supply'].map((member, at) => ({
    ...{ announcement_id: announcement.id, member_id: memberIdOf(member), company_id },
    read_at: announcement.created_at + at * hourMs,
  }))
  const request = {
    ...{ id: idOf('circle request safety'), circle_id: circleIdOf('safety'), company_id, result: 4, answer: '' },
    ...{ member_id: memberIdOf('xueyuan'), message: '我是今年的部门安全员，想看往年的检查表。' },
    created_at: now - 8 * hourMs,
  }
  return [
    ['community.circle_share', shares],
    ['community.circle_announcement', [announcement]],
    ['community.announcement_read', readers],
    ['community.circle_request', [request]],
  ]
}

function followTables(now: number): [table: string, rows: Row[]][] {
  const followed = Object.entries(demoTopicFollows).map(([name, members]) => ({
    ...{ name, members, ref: { company_id, business_type: topicBusinessType, business_id: idOf(`topic ${name}`) } },
  }))
  return [
    [
      'following.follow',
      followed.flatMap(({ name, members, ref }) =>
        members.map((member, at) => ({
          ...{ id: idOf(`follow topic ${name} ${member}`), member_id: memberIdOf(member), ...ref },
          created_at: now - (at + 4) * dayMs,
        })),
      ),
    ],
    ['following.followed', followed.map(({ members, ref }) => ({ ...ref, follower_count: members.length }))],
  ]
}

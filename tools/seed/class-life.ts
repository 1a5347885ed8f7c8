/**
 * What happens in the classes of the demonstration company: the one that runs has groups, seats, photos and a diary, and another
 * one is so much asked for that a place is offered from its waiting list.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { topicsTables } from '#modules/content/topics/server/db.ts'
import { storeFile } from '#modules/platform/files/server.ts'
import { discussionBusinessType } from '#modules/training/classes/contract/activities.ts'
import { buildClass } from '#modules/training/classes/server/classes.fixture.ts'
import { type ClassesDb, classesTables } from '#modules/training/classes/server/db.ts'
import { endOffers } from '#modules/training/classes/server/waiting-list.ts'
import type { Connection } from '#server/db/connection.ts'
import { enqueue } from '#server/jobs/queue.ts'
import type { Outside } from '#server/outside.ts'
import { idOf } from './chance.ts'
import { demoCompanyId as companyId, memberIdOf } from './companies.ts'
import { demoFolder } from './content.ts'
import { fileIdOf } from './courses.ts'

const [hourMs, dayMs] = [3_600_000, 86_400_000]

/** Members by their keys in people.json, and invented ones: who sits in the class that runs. */
export const safetyClass = [
  ...['xueyuan', 'yanfa', 'supply', 'buyer', 'mengchanghe', 'qinsiqi'],
  ...['24', '31', '38', '47', '52', '61', '66', '73'],
]

const photoPlans = [
  { cover: 'fire', owner: 'yanfa', caption: '灭火器实操，人人过关', hours: 20 },
  { cover: 'project', owner: 'xueyuan', caption: '第二组的隐患清单', hours: 18 },
  { cover: 'onboarding', owner: 'supply', caption: '', hours: 17 },
  { cover: 'communication', owner: 'buyer', caption: '午间讨论', hours: 16 },
  { cover: 'compliance', owner: 'mengchanghe', caption: '法规抢答', hours: 15, report: '照片里有未打码的门禁卡' },
]

const photoFileOf = (cover: string) => idOf(`class photo file ${cover}`)

/** Own files, because a photo that is removed takes its file along. */
export async function storeClassPhotos(connection: Connection, outside: Outside, now: number): Promise<void> {
  for (const { cover, owner } of photoPlans) {
    const content = await readFile(join(demoFolder, 'media', 'covers', `${cover}.jpg`))
    const id = photoFileOf(cover)
    const of = { id, companyId, ownerId: memberIdOf(owner), kind: 'image' as const, audience: 'link' as const }
    await storeFile(connection, outside, { ...of, name: `${cover}.jpg`, content, now })
  }
}

export async function seedClassLife(connection: Connection, now: number): Promise<void> {
  const db = classesTables(connection)
  await seedGroupsAndSeats(db)
  await seedPhotos(db, now)
  await seedDiary(db, now)
  await seedDiscussion(connection, now)
  await seedWaitingList(connection, now)
}

const rowsOfSeats = 3
const columnsOfSeats = 6

async function seedGroupsAndSeats(db: ClassesDb): Promise<void> {
  const place = { class_id: idOf('class safety'), company_id: companyId }
  await db
    .insertInto('classes.workspace')
    .values({ ...place, seat_rows: rowsOfSeats, seat_columns: columnsOfSeats, revision: 1 })
    .execute()
  const groups = ['一组：仓储', '二组：车间', '三组：外场'].map((name, sort) => ({
    ...{ ...place, id: idOf(`class group ${sort}`), name, sort },
  }))
  await db.insertInto('classes.member_group').values(groups).execute()
  // The last two wait for a group and a seat: both plans show what is left to do.
  const placed = safetyClass.slice(0, -2).map((key, index) => ({ memberId: memberIdOf(key), index }))
  await db
    .insertInto('classes.group_member')
    .values(
      placed.map(({ memberId, index }) => ({
        ...{ ...place, member_id: memberId, group_id: idOf(`class group ${index % groups.length}`) },
      })),
    )
    .execute()
  await db
    .insertInto('classes.seat')
    .values(
      placed.map(({ memberId, index }) => ({
        ...{ ...place, member_id: memberId },
        ...{ seat_row: Math.floor(index / columnsOfSeats), seat_column: index % columnsOfSeats },
      })),
    )
    .execute()
}

async function seedPhotos(db: ClassesDb, now: number): Promise<void> {
  await db
    .insertInto('classes.photo')
    .values(
      photoPlans.map(({ cover, owner, caption, hours, report }) => ({
        ...{ id: idOf(`class photo ${cover}`), class_id: idOf('class safety'), company_id: companyId },
        ...{ file_id: photoFileOf(cover), member_id: memberIdOf(owner), caption, created_at: now - hours * hourMs },
        ...{ reported_by: report ? memberIdOf('yanfa') : null, reported_at: report ? now - 2 * hourMs : null },
        report_reason: report ?? '',
      })),
    )
    .execute()
}

async function seedDiary(db: ClassesDb, now: number): Promise<void> {
  const entry = (key: string, author: string, at: number) => ({
    ...{ id: idOf(`class diary ${key}`), class_id: idOf('class safety'), company_id: companyId },
    ...{ author_id: memberIdOf(author), created_at: at, updated_at: at },
  })
  await db
    .insertInto('classes.diary_entry')
    .values([
      {
        ...{ ...entry('shoes', 'jiangshi', now - 30 * hourMs), kind: 'notice', title: '请穿防砸鞋' },
        text: '现场检查和应急演练都在车间进行：防砸鞋、长裤，长发盘起。安全帽在门口领取。',
      },
      {
        ...{ ...entry('law', 'guanli', now - 16 * hourMs), kind: 'diary', title: '第一天：法规' },
        text: '上午讲了新《安全生产法》的七处变化，下午分组抢答，二组最快。\n作业：周五前交一份现场隐患排查报告。',
      },
      {
        ...{ ...entry('room', 'jiangshi', now - 3 * hourMs), kind: 'notice', title: '应急演练改到操场东侧' },
        text: '西侧施工，请从东门进。演练时间不变。',
      },
    ])
    .execute()
}

/** What was said in the discussion of the class, the last one first. */
async function seedDiscussion(connection: Connection, now: number): Promise<void> {
  const db = topicsTables(connection)
  const { rows } = await sql<{ id: string }>`
    select id from classes.activity where class_id = ${idOf('class safety')} and kind = 'discussion'`.execute(db)
  const said = [
    ['yanfa', '叉车倒车没有鸣笛，差一点撞到人。当场停工，第二天装了倒车蜂鸣器。'],
    ['supply', '仓库电箱边堆了纸箱，冒烟后才发现。现在每班交接都拍一张照片。'],
    ['mengchanghe', '登高没系安全带，被我拦下来了。先说清楚为什么，比罚款管用。'],
  ] as const
  for (const { id } of rows) {
    const item = { company_id: companyId, business_type: discussionBusinessType, business_id: id }
    await db
      .insertInto('topics.comment')
      .values(
        said.map(([key, content], at) => ({
          ...{ ...item, id: idOf(`class comment ${at}`), member_id: memberIdOf(key), organization_id: companyId },
          ...{ content, created_at: now - (at + 2) * hourMs },
        })),
      )
      .execute()
    await db
      .insertInto('topics.item_figures')
      .values({ ...item, comment_count: said.length })
      .execute()
  }
}

interface Enrollment {
  readonly key: string
  readonly state: 'waiting' | 'offered'
  readonly at: number
  readonly offeredUntil?: number
}

/** Five want three places: two have one, one place is offered, and two wait. */
async function seedWaitingList(connection: Connection, now: number): Promise<void> {
  const db = classesTables(connection)
  const id = idOf('class meetings')
  const author = { id: memberIdOf('guanli'), companyId, organizationId: companyId }
  const offeredUntil = now + 40 * hourMs
  // At nine in China.
  const begins = Math.floor(now / dayMs) * dayMs + 9 * dayMs + hourMs
  await buildClass(connection, {
    ...{ id, author, now: now - 6 * dayMs, name: '高效会议工作坊', summary: '会前一页纸，会中一张表，会后一封信' },
    ...{ venue: '总部 2 楼工作坊', startsAt: begins, endsAt: begins + 8 * hourMs, capacity: 3 },
    ...{ managerIds: [memberIdOf('guanli')], teacherIds: [memberIdOf('jiangshi')] },
    ...{ coverFileId: fileIdOf('covers/communication.jpg'), participants: [memberIdOf('east'), memberIdOf('south')] },
    enrollment: {
      acceptanceHours: 48,
      isExternal: true,
      form: [
        { key: 'topic', label: '最想解决的会议问题', kind: 'text', choices: [], isRequired: true },
        { key: 'lunch', label: '午餐', kind: 'choice', choices: ['荤', '素', '清真'], isRequired: false },
      ],
    },
  })
  const enrollments: Enrollment[] = [
    { key: 'xueyuan', state: 'offered', at: now - 4 * dayMs, offeredUntil },
    { key: 'qinsiqi', state: 'waiting', at: now - 3 * dayMs },
    { key: '31', state: 'waiting', at: now - 2 * dayMs },
  ]
  await db
    .insertInto('classes.enrollment')
    .values(
      enrollments.map(({ key, state, at, offeredUntil: until }) => ({
        ...{
          id: idOf(`class meetings ${key}`),
          class_id: id,
          member_id: memberIdOf(key),
          company_id: companyId,
          state,
        },
        ...{ source: 'self', queued_at: at, offered_until: until ?? null },
      })),
    )
    .execute()
  const answers = JSON.stringify({ topic: '会议总是超时，没有结论' })
  await sql`update classes.enrollment set answers = ${answers}::jsonb where class_id = ${id}`.execute(db)
  await sql`update classes.class set places_taken = places_taken + 1 where id = ${id}`.execute(db)
  await enqueue(db, endOffers, { classId: id }, { runAt: offeredUntil })
}

/** What a year of administration leaves: the audit log with its seal, tasks that were watched, and a full recycle bin. */
import { sql } from 'kysely'
import { recordAction } from '#modules/platform/operations/server/audit/entries.ts'
import { sealBatch } from '#modules/platform/operations/server/audit/seal.ts'
import { operationsTables } from '#modules/platform/operations/server/db.ts'
import { recycle } from '#modules/platform/operations/server/recycle/recycle-item.ts'
import { failTask, finishTask, startTask } from '#modules/platform/operations/server/tasks/progress.ts'
import type { Connection } from '#server/db/connection.ts'
import { idOf } from './chance.ts'
import { type DemoMember, demoCompanyId, memberIdOf } from './companies.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

const chief = memberIdOf('guanli')
const lecturer = memberIdOf('jiangshi')
const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

interface Deed {
  readonly daysAgo: number
  readonly hour: number
  readonly actorId: string
  readonly action: string
  readonly type: string
  readonly id?: string
  readonly name: string
  readonly before?: Record<string, unknown>
  readonly after?: Record<string, unknown>
}

function deedsOf(members: readonly DemoMember[]): Deed[] {
  const ours = members.filter((member) => member.companyId === demoCompanyId)
  const byChief = { actorId: chief, hour: 10 }
  const joined = ours.slice(-14).map((member, index) => ({
    ...byChief,
    ...{ daysAgo: 58 - index * 3, hour: 9 + (index % 8), action: 'identity.createMember', type: 'member' },
    ...{
      id: member.id,
      name: member.fullName,
      before: {},
      after: { fullName: member.fullName, memberName: member.name },
    },
  }))
  const moved = ours.slice(20, 26).map((member, index) => ({
    ...byChief,
    ...{ daysAgo: 40 - index * 6, hour: 15, action: 'identity.changeMember', type: 'member' },
    ...{ id: member.id, name: member.fullName },
    ...{
      before: { jobName: member.job, positionName: '专员' },
      after: { jobName: `高级${member.job}`, positionName: '高级专员' },
    },
  }))
  const switches: Deed[] = [
    {
      ...byChief,
      ...{ daysAgo: 45, action: 'settings.changeRule', type: 'rule', id: 'SIGN_IN_CONFIG', name: 'SIGN_IN_CONFIG' },
      ...{ before: { wrongPasswordsMax: 5, sessionsMax: 10 }, after: { wrongPasswordsMax: 4, sessionsMax: 5 } },
    },
    {
      ...byChief,
      ...{ daysAgo: 12, action: 'settings.changeRule', type: 'rule', id: 'SIGN_IN_CONFIG', name: 'SIGN_IN_CONFIG' },
      ...{ before: { wrongPasswordsMax: 4, sessionsMax: 5 }, after: { wrongPasswordsMax: 5, sessionsMax: 10 } },
    },
    {
      ...byChief,
      ...{ daysAgo: 6, action: 'identity.grantRole', type: 'role-grant', name: '陆明谦' },
      ...{ before: {}, after: { role: 'lecturer', organization: '澄岚智能科技有限公司' } },
    },
    {
      ...byChief,
      ...{
        daysAgo: 3,
        action: 'identity.resetMemberPassword',
        type: 'member',
        id: memberIdOf('xueyuan'),
        name: '林小满',
      },
    },
  ]
  const teaching: Deed[] = [
    {
      ...{
        actorId: lecturer,
        daysAgo: 9,
        hour: 14,
        action: 'courses.changeCourse',
        type: 'course',
        name: '新员工入职第一课',
      },
      ...{ before: { name: '新员工入职培训' }, after: { name: '新员工入职第一课' } },
    },
    {
      actorId: lecturer,
      daysAgo: 8,
      hour: 16,
      action: 'courses.publishCourse',
      type: 'course',
      name: '新员工入职第一课',
    },
    {
      actorId: lecturer,
      daysAgo: 2,
      hour: 11,
      action: 'courses.deleteCourse',
      type: 'course',
      name: '办公软件速成（旧版）',
    },
  ]
  return [...joined, ...moved, ...switches, ...teaching]
}

/** The log is filled in its own order, and sealed up to the last deeds. */
async function seedAudit(db: Connection, members: readonly DemoMember[], now: number): Promise<void> {
  const midnight = now - (now % dayMs)
  const deeds = deedsOf(members).map((deed) => ({
    ...deed,
    at: midnight - deed.daysAgo * dayMs + (deed.hour - 8) * hourMs,
  }))
  for (const { at, actorId, action, type, id, name, before, after } of deeds.toSorted((a, b) => a.at - b.at)) {
    await recordAction(db, {
      ...{ companyId: demoCompanyId, actorId, action, now: at, ip: '10.20.3.18', userAgent: browser },
      actorRoles: actorId === chief ? ['learner', 'super-admin'] : ['learner', 'lecturer', 'expert'],
      subjects: [{ type, id, name, before, after }],
    })
  }
  await sealBatch(operationsTables(db), demoCompanyId, now)
}

const count = (cn: string, en: string, value: number) => ({ label: { cn, en }, value })

async function seedTasks(db: Connection, now: number): Promise<void> {
  const start = (key: string, kind: string, title: string, memberId: string, ago: number) =>
    startTask(db, { id: idOf(`task ${key}`), companyId: demoCompanyId, memberId, kind, title, now: now - ago })
  const imported = await start('import', 'member-import', '2026 校招名单.xlsx', chief, 6 * dayMs)
  await finishTask(
    db,
    imported,
    {
      counts: [count('新增', 'New', 84), count('更新', 'Changed', 6), count('未导入', 'Not imported', 3)],
      problems: [
        { row: 17, column: '手机号', message: { cn: '手机号已被使用', en: 'Phone already used' } },
        { row: 42, column: '组织', message: { cn: '组织不存在', en: 'Unknown organization' } },
        { row: 58, column: '入职日期', message: { cn: '日期格式不正确', en: 'Wrong format' } },
      ],
      link: '/admin/members',
    },
    now - 6 * dayMs + 2 * minuteMs,
  )
  const broken = await start('broken', 'audit-verification', '', chief, 4 * dayMs)
  const reason = {
    cn: '文件存储暂时不可用，未能读取库外留存的校验值',
    en: 'The file storage was unavailable, so the values kept outside could not be read',
  }
  await failTask(db, broken, reason, now - 4 * dayMs + minuteMs)
  const verified = await start('verified', 'audit-verification', '', chief, 20 * hourMs)
  await finishTask(db, verified, { counts: [count('已核对', 'Checked', 27)] }, now - 20 * hourMs + 2000)
}

/** A course that its lecturer has thrown away, as the recycle bin holds it. */
async function seedBin(db: Connection, now: number): Promise<void> {
  const deletedAt = now - 2 * dayMs
  const itemId = idOf('course deleted')
  const name = '办公软件速成（旧版）'
  const given = { id: itemId, name, author_id: lecturer, deleted_at: deletedAt, status: 'draft', version_number: 0 }
  const cleared = { published_version_id: null, draft_version_id: null, published_at: null }
  await sql`insert into courses.course
    select (jsonb_populate_record(null::courses.course, to_jsonb(c) || ${JSON.stringify({ ...given, ...cleared })}::jsonb)).*
    from courses.course c where c.company_id = ${demoCompanyId} order by c.id limit 1`.execute(operationsTables(db))
  await recycle(db, { companyId: demoCompanyId, kind: 'course', itemId, name, deletedBy: lecturer, now: deletedAt })
}

export async function seedOperations(db: Connection, members: readonly DemoMember[], now: number): Promise<void> {
  await seedAudit(db, members, now)
  await seedTasks(db, now)
  await seedBin(db, now)
}

/** What circles tell their members, ask of their administrators, and leave in the recycle bin. */
import { sql } from 'kysely'
import { messageType, todoColumns, todoSource } from '#modules/platform/messages/server.ts'
import { recycleKind } from '#modules/platform/operations/server.ts'
import { recycledCircle, refusingTakenCircleName } from '../circle-running.ts'
import { communityTables } from '../db.ts'

/** Map `business-type`. */
export const circleBusinessType = 107

/** A row a circle in which somebody waits. */
const joinTodos = todoSource({
  kind: 'circle.decide-join',
  label: { cn: '知识圈加入申请', en: 'Requests to join a circle' },
  action: { initial: 'go-review', started: 'go-review' },
  openSql: (caller) => sql`select ${todoColumns({
    id: sql`c.id`,
    businessType: sql`${circleBusinessType}`,
    businessId: sql`c.id`,
    title: sql`c.name`,
    link: sql`'/share-study/knowledge-community/' || c.id || '?tab=members'`,
    createdAt: sql`waiting.since`,
    amount: sql`waiting.amount`,
  })} from community.circle_member own
    join community.circle c on c.id = own.circle_id and c.removed_at is null
    cross join lateral (select least(count(*), 100)::int as amount, min(r.created_at) as since
      from community.circle_request r where r.circle_id = c.id and r.result = 4) waiting
    where own.company_id = ${caller.companyId} and own.member_id = ${caller.memberId} and own.is_administrator
      and waiting.amount > 0`,
})

const circleRecycling = recycleKind({
  kind: recycledCircle,
  label: { cn: '知识圈', en: 'Knowledge circle' },
  async restore(connection, { companyId, itemId }) {
    await refusingTakenCircleName(() =>
      communityTables(connection)
        .updateTable('community.circle')
        .set({ removed_at: null })
        .where('id', '=', itemId)
        .where('company_id', '=', companyId)
        .execute(),
    )
  },
  async purge(connection, { companyId, itemId }) {
    await communityTables(connection)
      .deleteFrom('community.circle')
      .where('id', '=', itemId)
      .where('company_id', '=', companyId)
      .where('removed_at', 'is not', null)
      .execute()
  },
})

const group = 'community' as const
const name = { cn: '知识圈', en: 'circle', example: { cn: '新人营', en: 'Newcomers' } }
const message = { cn: '留言', en: 'message', example: { cn: '欢迎加入', en: 'Welcome' } }
const reason = { cn: '原因', en: 'reason', example: { cn: '与主题无关', en: 'Off topic' } }
const title = { cn: '标题', en: 'title', example: { cn: '本周活动', en: 'This week' } }

const messages = [
  messageType({
    ...{ code: 'circle.join-agreed', group, variables: { name, message }, defaultChannels: ['site'] },
    label: { cn: '加入知识圈的申请已通过', en: 'Let into a circle' },
    defaultTemplate: {
      cn: { title: '您已加入知识圈“{name}”', body: '{message}' },
      en: { title: 'You are now a member of “{name}”', body: '{message}' },
    },
  }),
  messageType({
    ...{ code: 'circle.join-refused', group, variables: { name, message }, defaultChannels: ['site'] },
    label: { cn: '加入知识圈的申请未通过', en: 'Not let into a circle' },
    defaultTemplate: {
      cn: { title: '加入知识圈“{name}”的申请未通过', body: '{message}' },
      en: { title: 'Your request to join “{name}” was refused', body: '{message}' },
    },
  }),
  messageType({
    ...{ code: 'circle.added', group, variables: { name }, defaultChannels: ['site'] },
    label: { cn: '被添加到知识圈', en: 'Added to a circle' },
    defaultTemplate: {
      cn: { title: '您已被添加到知识圈“{name}”', body: '现在可以查看圈内分享和公告。' },
      en: { title: 'You were added to “{name}”', body: 'You can read what is shared and announced there.' },
    },
  }),
  messageType({
    ...{ code: 'circle.member-removed', group, variables: { name, reason }, defaultChannels: ['site'] },
    label: { cn: '被移出知识圈', en: 'Removed from a circle' },
    defaultTemplate: {
      cn: { title: '您已被移出知识圈“{name}”', body: '原因：{reason}' },
      en: { title: 'You were removed from “{name}”', body: 'Reason: {reason}' },
    },
  }),
  messageType({
    ...{ code: 'circle.share-removed', group, variables: { name, title, reason }, defaultChannels: ['site'] },
    label: { cn: '分享被移出知识圈', en: 'Share removed from a circle' },
    defaultTemplate: {
      cn: { title: '“{title}”已被移出知识圈“{name}”', body: '原因：{reason}' },
      en: { title: '“{title}” was removed from “{name}”', body: 'Reason: {reason}' },
    },
  }),
  messageType({
    ...{ code: 'circle.dissolved', group, variables: { name }, defaultChannels: ['site'] },
    label: { cn: '知识圈已解散', en: 'Circle dissolved' },
    defaultTemplate: {
      cn: { title: '知识圈“{name}”已解散', body: '分享过的内容仍在原处。' },
      en: { title: 'The circle “{name}” was dissolved', body: 'What was shared into it stays where it is from.' },
    },
  }),
  messageType({
    ...{ code: 'circle.announcement', group, variables: { name, title }, defaultChannels: ['site'] },
    label: { cn: '知识圈公告', en: 'Announcement of a circle' },
    defaultTemplate: {
      cn: { title: '{name}：{title}', body: '知识圈发布了新公告，请查看。' },
      en: { title: '{name}: {title}', body: 'The circle has a new announcement.' },
    },
  }),
  messageType({
    ...{ code: 'circle.announcement-reminder', group, variables: { name, title }, defaultChannels: ['site'] },
    label: { cn: '知识圈公告提醒', en: 'Reminder of an announcement' },
    defaultTemplate: {
      cn: { title: '请阅读公告：{title}', body: '知识圈“{name}”的公告您还没有阅读。' },
      en: { title: 'Please read: {title}', body: 'You have not read this announcement of “{name}” yet.' },
    },
  }),
]

export const circleExtensions = [joinTodos, circleRecycling, ...messages]

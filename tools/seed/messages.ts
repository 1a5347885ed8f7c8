/** The messages of the demonstration accounts in the last weeks: notifications and mails. */
import { defaultTimeZone } from '#kit/time-zone.ts'
import { findType } from '#modules/platform/messages/server/message-types.ts'
import { render, type Variables } from '#modules/platform/messages/server/render.ts'
import '#server/modules.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'
import { coursePlans, people } from './content.ts'
import { courseIdOf } from './courses.ts'
import type { Row } from './rows.ts'

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
const company = { company_id: demoCompanyId }

interface SeedMessage {
  /** Keys of people.json. */
  readonly to: readonly string[]
  readonly type: string
  readonly variables: Variables
  /** In the texts' place: what a person wrote. */
  readonly texts?: { readonly title?: string; readonly body?: string }
  readonly course?: string
  readonly link?: string
  readonly by?: string
  readonly agoMs: number
  readonly isRead?: boolean
  readonly repeats?: number
  readonly isMailed?: boolean
}

const nameOf = (key: string) => people.people.find((person) => person.key === key)?.fullName ?? ''
const courseName = (key: string) => coursePlans.courses.find((course) => course.key === key)?.name ?? ''
const everyone = people.people.flatMap(({ key, label }) => (label === undefined ? [] : [key]))

const announced = (title: string, content: string) => ({
  type: 'system.announcement',
  variables: { title, content },
  texts: { title, body: content },
  by: 'guanli',
  to: everyone.filter((key) => key !== 'guanli'),
})

function seedMessages(): SeedMessage[] {
  const about = (key: string) => ({ course: key, link: `/study/course/detail/${courseIdOf(key)}` })
  const updated = (key: string) => ({ type: 'course.updated', variables: { course: courseName(key) }, ...about(key) })
  const published = (key: string) => ({
    type: 'course.published',
    variables: { course: courseName(key) },
    ...about(key),
  })
  const urged = (key: string, by: string) => ({
    type: 'learning.urge',
    variables: { sender: nameOf(by), item: courseName(key), kind: { cn: '课程', en: 'course' } },
    ...about(key),
    by,
  })
  return [
    { ...urged('onboarding', 'shenruoxi'), to: ['xueyuan'], agoMs: 25 * minuteMs, isMailed: true },
    { ...updated('security'), to: ['xueyuan'], agoMs: 3 * hourMs, repeats: 2, isMailed: true },
    {
      ...announced(
        '学习平台本周六凌晨维护',
        '平台将于本周六 01:00 至 03:00 升级，期间无法学习。已保存的进度不受影响，请提前安排时间。',
      ),
      agoMs: 5 * hourMs,
    },
    { ...updated('data'), to: ['xueyuan'], agoMs: 2 * dayMs + hourMs },
    { ...urged('compliance', 'yanfa'), to: ['xueyuan'], agoMs: 6 * dayMs, isRead: true, isMailed: true },
    {
      ...announced(
        '“学习之星”季度评选结果',
        '本季度共有 36 位同事获评“学习之星”，名单已在公告栏公布。感谢每一位坚持学习、乐于分享的同事。',
      ),
      agoMs: 9 * dayMs,
      isRead: true,
    },
    { ...updated('project'), to: ['xueyuan'], agoMs: 16 * dayMs, isRead: true, isMailed: true },
    { ...published('english'), to: ['jiangshi'], agoMs: 8 * hourMs, isMailed: true },
    { ...published('service'), to: ['jiangshi'], agoMs: 12 * dayMs, isRead: true, isMailed: true },
    { ...updated('security'), to: ['guanli', 'yanfa'], agoMs: 4 * dayMs, isRead: true },
  ]
}

const idOfMessage = (index: number) => idOf(`message ${index}`)

function messageRow(message: SeedMessage, index: number, now: number): Row {
  const type = findType(message.type)
  if (!type) throw new Error(`no module has registered ${message.type}`)
  const texts = (language: 'cn' | 'en') =>
    render({ ...type.defaultTemplate[language], ...message.texts }, message.variables, language, defaultTimeZone)
  const [cn, en] = [texts('cn'), texts('en')]
  return {
    ...company,
    id: idOfMessage(index),
    type: message.type,
    group_key: type.group,
    title_cn: cn.title,
    body_cn: cn.body,
    title_en: en.title,
    body_en: en.body,
    link: message.link ?? null,
    actor_id: message.by === undefined ? null : memberIdOf(message.by),
    recipient_count: message.to.length,
    created_at: now - message.agoMs,
  }
}

function notificationRows(message: SeedMessage, index: number, now: number): Row[] {
  const at = now - message.agoMs
  return message.to.map((key) => ({
    ...company,
    message_id: idOfMessage(index),
    member_id: memberIdOf(key),
    group_key: findType(message.type)?.group,
    repeats: message.repeats ?? 1,
    since: at - (message.repeats === undefined ? 0 : hourMs),
    at,
    read_at: message.isRead ? at + 2 * hourMs : null,
  }))
}

/** Mails that went out; the first of them needed a second attempt. */
function deliveryRows(message: SeedMessage, index: number, now: number): Row[] {
  if (!message.isMailed) return []
  const at = now - message.agoMs
  return message.to.map((key) => ({
    ...company,
    id: idOf(`delivery ${index} ${key}`),
    message_id: idOfMessage(index),
    type: message.type,
    channel: 'mail',
    member_id: memberIdOf(key),
    state: 'sent',
    attempts: index === 0 ? 2 : 1,
    digest: false,
    provider_id: `<${idOf(`delivery ${index} ${key}`)}@${people.company.mailDomain}>`,
    created_at: at,
    due_at: at,
    finished_at: at + (index === 0 ? minuteMs : 1800),
  }))
}

/** Rows by table in the order of insertion. */
export function messageTables(now: number): [string, Row[]][] {
  const message = seedMessages()
  return [
    ['messages.message', message.map((one, index) => messageRow(one, index, now))],
    ['messages.notification', message.flatMap((one, index) => notificationRows(one, index, now))],
    ['messages.delivery', message.flatMap((one, index) => deliveryRows(one, index, now))],
  ]
}

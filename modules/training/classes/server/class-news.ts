/** What members hear of their classes. */
import { sql } from 'kysely'
import { type MessageText, type MessageType, notify, wordedMessage } from '#modules/platform/messages/server.ts'
import type { ClassesDb } from './db.ts'

const name = { cn: '培训班名称', en: 'Class', example: { cn: '新任经理训练营', en: 'New managers' } }
const reason = { cn: '原因', en: 'Reason', example: { cn: '讲师时间有变', en: 'The trainer is not available' } }

const news = (code: string, variables: MessageType['variables'], cn: MessageText, en: MessageText) =>
  wordedMessage({ code, group: 'learning', variables, defaultChannels: [], changesTodos: true }, cn, en)

export const classMessages = [
  news(
    'class.nominated',
    { class: name },
    {
      label: '被安排参加培训班',
      title: '您已被安排参加培训班《{class}》',
      body: '请查看培训班的时间、地点和学习安排。',
    },
    {
      label: 'Nominated for a class',
      title: 'You take part in the class “{class}”',
      body: 'See when and where it takes place, and what there is to do.',
    },
  ),
  news(
    'class.enrolled',
    { class: name },
    {
      label: '报名成功',
      title: '您已成功报名培训班《{class}》',
      body: '请按时参加。如不能参加，请尽早退出，以便他人候补。',
    },
    {
      label: 'Enrolled for a class',
      title: 'You are enrolled for “{class}”',
      body: 'If you cannot come, withdraw early so that someone who waits gets the place.',
    },
  ),
  news(
    'class.place-found',
    { class: name },
    { label: '候补成功', title: '您已候补进入培训班《{class}》', body: '有名额空出，您排在候补首位。' },
    {
      label: 'Place found',
      title: 'You have got a place in “{class}”',
      body: 'A place became free, and you were the first in line.',
    },
  ),
  news(
    'class.place-offered',
    { class: name },
    { label: '候补名额待确认', title: '培训班《{class}》有名额给您', body: '请在期限内确认，逾期名额将让给下一位。' },
    {
      label: 'A place is offered',
      title: 'There is a place for you in “{class}”',
      body: 'Accept it in time, or it goes to the next in line.',
    },
  ),
  news(
    'class.offer-ended',
    { class: name },
    {
      label: '候补名额已过期',
      title: '培训班《{class}》的名额已让给下一位',
      body: '您没有在期限内确认。您可以重新报名，排在候补末位。',
    },
    {
      label: 'Offer ended',
      title: 'The place in “{class}” went to the next in line',
      body: 'You did not accept it in time. You may enroll again, at the end of the line.',
    },
  ),
  news(
    'class.refused',
    { class: name, reason },
    { label: '报名未通过', title: '您的培训班《{class}》报名未通过', body: '原因：{reason}' },
    { label: 'Enrollment refused', title: 'Your enrollment for “{class}” was refused', body: 'Reason: {reason}' },
  ),
  news(
    'class.removed',
    { class: name, reason },
    { label: '被移出培训班', title: '您已不在培训班《{class}》的名单中', body: '原因：{reason}' },
    { label: 'Removed from a class', title: 'You are no longer on the roster of “{class}”', body: 'Reason: {reason}' },
  ),
  news(
    'class.revoked',
    { class: name, reason },
    { label: '培训班已撤销', title: '培训班《{class}》已撤销', body: '原因：{reason}' },
    { label: 'Class revoked', title: 'The class “{class}” is revoked', body: 'Reason: {reason}' },
  ),
  news(
    'class.closed',
    { class: name },
    {
      label: '培训班关闭，报名终止',
      title: '培训班《{class}》已关闭，您的报名已终止',
      body: '关闭时您还不是学员，您的报名、候补或待审批的申请已撤回。',
    },
    {
      label: 'Class closed, enrollment ended',
      title: 'The class “{class}” is closed, and your enrollment has ended',
      body: 'You were not a participant yet. Your enrollment, your place in line and your application are withdrawn.',
    },
  ),
  news(
    'class.changed',
    { class: name },
    { label: '培训班时间或地点变更', title: '培训班《{class}》的时间或地点有变', body: '请查看新的安排。' },
    {
      label: 'Time or venue changed',
      title: 'The time or venue of “{class}” has changed',
      body: 'See the new schedule.',
    },
  ),
  news(
    'class.begins',
    { class: name },
    {
      label: '培训班即将开始',
      title: '培训班《{class}》将在一天内开始',
      body: '请查看时间和地点。如不能参加，请尽早退出，以便他人候补。',
    },
    {
      label: 'A class begins',
      title: 'The class “{class}” begins within a day',
      body: 'See when and where. If you cannot come, withdraw early so that someone who waits gets the place.',
    },
  ),
]

interface NamedClass {
  readonly id: string
  readonly companyId: string
  readonly name: string
}

interface News {
  /** `class.enrolled` */
  readonly type: string
  readonly recipients: readonly string[]
  readonly reason?: string
  readonly now: number
}

export async function announce(db: ClassesDb, about: NamedClass, { reason: why = '', ...rest }: News): Promise<void> {
  const { id, companyId } = about
  if (rest.recipients.length === 0) return
  await notify(db, {
    ...rest,
    companyId,
    variables: { class: about.name, reason: why },
    link: `/train-new/class-detail/${id}`,
  })
}

/** Whoever takes part or may still come hears it. */
export async function announceToAll(
  db: ClassesDb,
  { id, companyId, name: className }: NamedClass,
  { reason: why = '', ...rest }: Omit<News, 'recipients'>,
): Promise<void> {
  const recipients = sql`(select member_id as id from classes.enrollment
    where class_id = ${id} and state in ('pending', 'waiting', 'offered', 'enrolled'))`
  const link = `/train-new/class-detail/${id}`
  await notify(db, {
    ...rest,
    companyId,
    recipients: { sql: recipients },
    variables: { class: className, reason: why },
    link,
  })
}

export function announceChange(db: ClassesDb, about: NamedClass, now: number): Promise<void> {
  return announceToAll(db, about, { type: 'class.changed', now })
}

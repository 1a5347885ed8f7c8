/** Notifications of pushes. Urging is a type of the module messages. */
import { type MessageType, messageType } from '#modules/platform/messages/server.ts'

const task = {
  cn: '任务名称',
  en: 'Task',
  example: { cn: '新员工第一周', en: 'A newcomer’s first week' },
}
const sender = { cn: '推送人', en: 'Who pushes', example: { cn: '周敏', en: 'Zhou Min' } }
const cutOff = { cn: '截止时间', en: 'Cut-off', example: { cn: '2026年12月1日 18:00', en: '1 Dec 2026, 18:00' } }
const count = { cn: '内容数量', en: 'Number of items', example: { cn: '3', en: '3' } }

const types: readonly MessageType[] = [
  {
    code: 'push.new',
    group: 'learning',
    label: { cn: '收到学习任务', en: 'A study task for you' },
    variables: { sender, task, count, cutOff },
    defaultTemplate: {
      cn: {
        title: '学习任务：{task}',
        body: '{sender}给您推送了学习任务《{task}》，共 {count} 项内容。截止时间：{cutOff}。',
      },
      en: {
        title: 'Study task: {task}',
        body: '{sender} has pushed you the study task “{task}” with {count} items. To be done by: {cutOff}.',
      },
    },
    defaultChannels: ['site', 'mail', 'wecom', 'dingtalk'],
  },
  {
    code: 'push.due',
    group: 'learning',
    label: { cn: '学习任务即将截止', en: 'A study task is due soon' },
    variables: { task, cutOff },
    defaultTemplate: {
      cn: { title: '《{task}》即将截止', body: '学习任务《{task}》将于{cutOff}截止，您还有必修内容没有完成。' },
      en: {
        title: '“{task}” is due soon',
        body: 'The study task “{task}” is due on {cutOff}; you have required items left.',
      },
    },
    defaultChannels: ['site', 'mail', 'wecom', 'dingtalk'],
  },
  {
    code: 'push.changed',
    group: 'learning',
    label: { cn: '学习任务截止时间变更', en: 'The cut-off of a study task has changed' },
    variables: { task, cutOff },
    defaultTemplate: {
      cn: { title: '《{task}》的截止时间已变更', body: '学习任务《{task}》的截止时间改为：{cutOff}。' },
      en: { title: 'New cut-off of “{task}”', body: 'The study task “{task}” is now to be done by: {cutOff}.' },
    },
    defaultChannels: ['site'],
  },
  {
    code: 'push.revoked',
    group: 'learning',
    label: { cn: '学习任务已撤销', en: 'A study task was revoked' },
    variables: { task, reason: { cn: '原因', en: 'Why', example: { cn: '内容有调整', en: 'it is being revised' } } },
    defaultTemplate: {
      cn: { title: '《{task}》已撤销', body: '学习任务《{task}》已撤销，不必再完成。原因：{reason}' },
      en: { title: '“{task}” was revoked', body: 'The study task “{task}” need not be done any more. Why: {reason}' },
    },
    defaultChannels: ['site'],
  },
  {
    code: 'push.ended',
    group: 'learning',
    label: { cn: '推送的学习任务已截止', en: 'A study task that you pushed has ended' },
    variables: {
      task,
      done: { cn: '完成人数', en: 'Members who are done', example: { cn: '36', en: '36' } },
      all: { cn: '推送人数', en: 'Members in all', example: { cn: '42', en: '42' } },
    },
    defaultTemplate: {
      cn: { title: '《{task}》已截止', body: '您推送的学习任务《{task}》已截止：{all} 人中有 {done} 人完成。' },
      en: { title: '“{task}” has ended', body: 'The study task “{task}” has ended: {done} of {all} members are done.' },
    },
    defaultChannels: ['site'],
  },
]

export const messageTypes = types.map((type) => messageType(type))

/** What a message says in place of a cut-off that there is not. */
export function cutOffText(cutOffAt: number | null) {
  return cutOffAt === null ? { cn: '不限', en: 'no limit' } : { instant: cutOffAt }
}

export const packageLink = (pushId: string) => `/center/student-study-pack-detail/${pushId}`
export const directorLink = (pushId: string) => `/center/director/study/push/${pushId}`

/** Notifications of pushes. Urging is a type of the module messages. */
import { type MessageType, messageType } from '#modules/platform/messages/server.ts'

const task = {
  cn: '任务名称',
  en: 'Task',
  example: { cn: '新员工第一周', en: 'First week at work' },
}
const sender = { cn: '推送人', en: 'Sender', example: { cn: '周敏', en: 'Zhou Min' } }
const cutOff = { cn: '截止时间', en: 'Due date', example: { cn: '2026年12月1日 18:00', en: '1 Dec 2026, 18:00' } }
const purchase = {
  cn: '付费内容的说明，没有时为空',
  en: 'Note about contents with a price; empty without any',
  example: {
    cn: '，其中付费内容 2 项，尚未购买的须先购买',
    en: ' (with a price: 2, to be bought first unless you have them)',
  },
}
const count = { cn: '内容数量', en: 'Number of items', example: { cn: '3', en: '3' } }

const types: readonly MessageType[] = [
  {
    code: 'push.new',
    changesTodos: true,
    group: 'learning',
    label: { cn: '收到学习任务', en: 'New learning task' },
    variables: { sender, task, count, cutOff, purchase },
    defaultTemplate: {
      cn: {
        title: '学习任务：{task}',
        body: '{sender}给您推送了学习任务《{task}》，共 {count} 项内容{purchase}。截止时间：{cutOff}。',
      },
      en: {
        title: 'Learning task: {task}',
        body: '{sender} assigned you the learning task “{task}”. Items: {count}{purchase}. Due date: {cutOff}.',
      },
    },
    defaultChannels: ['site', 'mail', 'wecom', 'dingtalk'],
  },
  {
    code: 'push.message',
    group: 'learning',
    label: { cn: '学习留言', en: 'Message about learning' },
    variables: {
      sender,
      item: { cn: '学习项目名称', en: 'Content', example: { cn: '信息安全入门', en: 'Information security' } },
      kind: { cn: '项目类型', en: 'Type of content', example: { cn: '课程', en: 'course' } },
    },
    defaultTemplate: {
      cn: { title: '{sender}就{kind}《{item}》给您留言', body: '您好，关于{kind}《{item}》：' },
      en: { title: '{sender} wrote to you about the {kind} “{item}”', body: 'Hello, about the {kind} “{item}”: ' },
    },
    defaultChannels: ['site', 'mail', 'wecom', 'dingtalk'],
  },
  {
    code: 'push.due',
    group: 'learning',
    label: { cn: '学习任务即将截止', en: 'Learning task due soon' },
    variables: { task, cutOff },
    defaultTemplate: {
      cn: { title: '《{task}》即将截止', body: '学习任务《{task}》将于{cutOff}截止，您还有必修内容没有完成。' },
      en: {
        title: '“{task}” is due soon',
        body: 'The learning task “{task}” is due on {cutOff}. You have not completed all required items.',
      },
    },
    defaultChannels: ['site', 'mail', 'wecom', 'dingtalk'],
  },
  {
    code: 'push.changed',
    changesTodos: true,
    group: 'learning',
    label: { cn: '学习任务截止时间变更', en: 'Due date of a learning task changed' },
    variables: { task, cutOff },
    defaultTemplate: {
      cn: { title: '《{task}》的截止时间已变更', body: '学习任务《{task}》的截止时间改为：{cutOff}。' },
      en: { title: 'New due date of “{task}”', body: 'The new due date of the learning task “{task}” is: {cutOff}.' },
    },
    defaultChannels: ['site'],
  },
  {
    code: 'push.revoked',
    changesTodos: true,
    group: 'learning',
    label: { cn: '学习任务已撤销', en: 'Learning task revoked' },
    variables: {
      task,
      reason: { cn: '原因', en: 'Reason', example: { cn: '内容有调整', en: 'The content is being revised' } },
    },
    defaultTemplate: {
      cn: { title: '《{task}》已撤销', body: '学习任务《{task}》已撤销，不必再完成。原因：{reason}' },
      en: {
        title: '“{task}” was revoked',
        body: 'You do not have to complete the learning task “{task}” any more. Reason: {reason}',
      },
    },
    defaultChannels: ['site'],
  },
  {
    code: 'push.ended',
    group: 'learning',
    label: { cn: '推送的学习任务已截止', en: 'Your assigned learning task has ended' },
    variables: {
      task,
      done: { cn: '完成人数', en: 'Members done', example: { cn: '36', en: '36' } },
      all: { cn: '推送人数', en: 'Members in total', example: { cn: '42', en: '42' } },
    },
    defaultTemplate: {
      cn: { title: '《{task}》已截止', body: '您推送的学习任务《{task}》已截止：{all} 人中有 {done} 人完成。' },
      en: {
        title: '“{task}” has ended',
        body: 'The learning task “{task}” has ended. {done} of {all} members completed it.',
      },
    },
    defaultChannels: ['site'],
  },
]

export const messageTypes = types.map((type) => messageType(type))

/** What a message says in place of a cut-off that there is not. */
export function cutOffText(cutOffAt: number | null) {
  return cutOffAt === null ? { cn: '不限', en: 'no due date' } : { instant: cutOffAt }
}

/** What a message says of contents that cost something: a push pays for nothing. */
export function purchaseText(priced: number) {
  if (priced === 0) return ''
  return {
    cn: `，其中付费内容 ${priced} 项，尚未购买的须先购买`,
    en: ` (with a price: ${priced}, to be bought first unless you have them)`,
  }
}

export const packageLink = (pushId: string) => `/center/student-study-pack-detail/${pushId}`
export const directorLink = (pushId: string) => `/center/director/study/push/${pushId}`

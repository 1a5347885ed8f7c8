/** What members hear of homework. */
import { messageType } from '#modules/platform/messages/server.ts'

const name = { cn: '培训班名称', en: 'Class', example: { cn: '新任经理训练营', en: 'New managers' } }
const task = { cn: '作业', en: 'Homework', example: { cn: '团队诊断报告', en: 'Team report' } }
const comment = { cn: '评语', en: 'Comment', example: { cn: '结论清楚', en: 'Clear conclusions' } }
const variables = { class: name, homework: task, comment }

export const homeworkMessages = [
  messageType({
    ...{ code: 'homework.handed-in', group: 'learning', defaultChannels: [], changesTodos: true },
    variables: { class: name, homework: task },
    label: { cn: '学员提交了作业', en: 'Homework submitted' },
    defaultTemplate: {
      cn: { title: '培训班《{class}》有新提交的作业“{homework}”', body: '请批阅。' },
      en: { title: 'New homework in “{class}”: {homework}', body: 'It waits for a mark.' },
    },
  }),
  messageType({
    ...{ code: 'homework.marked', group: 'learning', defaultChannels: [], variables },
    label: { cn: '作业已批阅', en: 'Homework marked' },
    defaultTemplate: {
      cn: { title: '您的作业“{homework}”已批阅', body: '培训班《{class}》。{comment}' },
      en: { title: 'Your homework “{homework}” is marked', body: 'Class “{class}”. {comment}' },
    },
  }),
  messageType({
    ...{ code: 'homework.returned', group: 'learning', defaultChannels: [], changesTodos: true, variables },
    label: { cn: '作业被退回', en: 'Homework returned' },
    defaultTemplate: {
      cn: { title: '您的作业“{homework}”被退回修改', body: '培训班《{class}》。{comment}' },
      en: { title: 'Your homework “{homework}” is returned', body: 'Class “{class}”. {comment}' },
    },
  }),
]

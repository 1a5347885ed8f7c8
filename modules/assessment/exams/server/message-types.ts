/** Notifications of exams. */
import { type MessageType, messageType } from '#modules/platform/messages/server.ts'

const exam = { cn: '考试名称', en: 'Exam', example: { cn: '安全知识考试', en: 'Safety exam' } }
const reason = { cn: '理由', en: 'Reason', example: { cn: '名额留给新员工', en: 'Places are for new staff' } }
const at = { cn: '时间', en: 'Time', example: { cn: '2026年12月1日 09:00', en: '1 Dec 2026, 09:00' } }
const shared = { group: 'exam', defaultChannels: ['site', 'mail', 'wecom', 'dingtalk'] } as const

const types: readonly MessageType[] = [
  {
    ...shared,
    code: 'exam.registration-registered',
    label: { cn: '考试报名通过', en: 'Registration accepted' },
    variables: { exam },
    defaultTemplate: {
      cn: { title: '考试《{exam}》报名成功', body: '您报名的考试《{exam}》已通过审核，请按时参加。' },
      en: { title: 'You are registered for “{exam}”', body: 'Your registration for the exam “{exam}” was accepted.' },
    },
  },
  {
    ...shared,
    code: 'exam.registration-refused',
    label: { cn: '考试报名未通过', en: 'Registration refused' },
    variables: { exam, reason },
    defaultTemplate: {
      cn: { title: '考试《{exam}》报名未通过', body: '您报名的考试《{exam}》未通过审核。{reason}' },
      en: {
        title: 'Registration for “{exam}” refused',
        body: 'Your registration for the exam “{exam}” was refused. {reason}',
      },
    },
  },
  {
    ...shared,
    code: 'exam.place-found',
    label: { cn: '考试候补有名额', en: 'Place found for an exam' },
    variables: { exam },
    defaultTemplate: {
      cn: { title: '考试《{exam}》有名额了', body: '您候补的考试《{exam}》已有名额，请查看报名状态。' },
      en: {
        title: 'A place in “{exam}”',
        body: 'You waited for a place in the exam “{exam}”. Now there is one: see your registration.',
      },
    },
  },
  {
    ...shared,
    code: 'exam.opens',
    label: { cn: '考试即将开始', en: 'Exam opens soon' },
    variables: { exam, at },
    defaultTemplate: {
      cn: { title: '考试《{exam}》即将开始', body: '考试《{exam}》将于{at}开始，请做好准备。' },
      en: { title: '“{exam}” opens soon', body: 'The exam “{exam}” opens on {at}.' },
    },
  },
  {
    ...shared,
    code: 'exam.closes',
    label: { cn: '考试即将截止', en: 'Exam closes soon' },
    variables: { exam, at },
    defaultTemplate: {
      cn: { title: '考试《{exam}》即将截止', body: '考试《{exam}》将于{at}截止，您还没有参加。' },
      en: { title: '“{exam}” closes soon', body: 'The exam “{exam}” closes on {at}. You have not taken it yet.' },
    },
  },
]

export const examineeMessages = types.map((type) => messageType(type))

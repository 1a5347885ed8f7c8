/** The messages of exams. */
import { type MessageType, messageType } from '#modules/platform/messages/server.ts'

const exam = { cn: '考试名称', en: 'Exam', example: { cn: '安全知识考试', en: 'Safety exam' } }
const reason = { cn: '理由', en: 'Reason', example: { cn: '名额留给新员工', en: 'Places are for new staff' } }
const at = { cn: '时间', en: 'Time', example: { cn: '2026年12月1日 09:00', en: '1 Dec 2026, 09:00' } }
const number = { cn: '题号', en: 'Question', example: { cn: '3', en: '3' } }
const answer = { cn: '答复', en: 'Answer', example: { cn: '答案已更正', en: 'The key was wrong' } }
const dates = { group: 'exam', defaultChannels: ['site', 'mail', 'wecom', 'dingtalk'] } as const
const marks = { group: 'learning', defaultChannels: [] } as const

const types: readonly MessageType[] = [
  {
    ...dates,
    code: 'exam.registration-registered',
    label: { cn: '考试报名通过', en: 'Registration accepted' },
    variables: { exam },
    defaultTemplate: {
      cn: { title: '考试《{exam}》报名成功', body: '您报名的考试《{exam}》已通过审核，请按时参加。' },
      en: { title: 'You are registered for “{exam}”', body: 'Your registration for the exam “{exam}” was accepted.' },
    },
  },
  {
    ...dates,
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
    ...dates,
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
    ...dates,
    code: 'exam.opens',
    label: { cn: '考试即将开始', en: 'Exam opens soon' },
    variables: { exam, at },
    defaultTemplate: {
      cn: { title: '考试《{exam}》即将开始', body: '考试《{exam}》将于{at}开始，请做好准备。' },
      en: { title: '“{exam}” opens soon', body: 'The exam “{exam}” opens on {at}.' },
    },
  },
  {
    ...dates,
    code: 'exam.closes',
    label: { cn: '考试即将截止', en: 'Exam closes soon' },
    variables: { exam, at },
    defaultTemplate: {
      cn: { title: '考试《{exam}》即将截止', body: '考试《{exam}》将于{at}截止，您还没有参加。' },
      en: { title: '“{exam}” closes soon', body: 'The exam “{exam}” closes on {at}. You have not taken it yet.' },
    },
  },
  {
    ...marks,
    code: 'exam.rescored',
    label: { cn: '考试成绩更正', en: 'Exam result corrected' },
    variables: { exam },
    defaultTemplate: {
      cn: { title: '《{exam}》的成绩已更正', body: '试题答案有更正，您的答卷已重新计分，可在考试页面查看新成绩。' },
      en: {
        title: 'Your result of “{exam}” was corrected',
        body: 'The key of a question was fixed, and your paper was scored again. See the new result on the page of the exam.',
      },
    },
  },
  {
    ...marks,
    code: 'exam.appeal',
    changesTodos: true,
    label: { cn: '收到考试申诉', en: 'Appeal in an exam' },
    variables: { exam, number },
    defaultTemplate: {
      cn: { title: '《{exam}》有新的申诉', body: '考生对第 {number} 题提出申诉，请查看并答复。' },
      en: { title: 'New appeal in “{exam}”', body: 'An examinee appeals question {number}. Please answer it.' },
    },
  },
  {
    ...marks,
    code: 'exam.appeal-upheld',
    label: { cn: '考试申诉成立', en: 'Appeal upheld' },
    variables: { exam, number, answer },
    defaultTemplate: {
      cn: { title: '《{exam}》第 {number} 题的申诉成立', body: '{answer}' },
      en: { title: 'Your appeal on question {number} of “{exam}” is upheld', body: '{answer}' },
    },
  },
  {
    ...marks,
    code: 'exam.appeal-refused',
    label: { cn: '考试申诉未通过', en: 'Appeal refused' },
    variables: { exam, number, answer },
    defaultTemplate: {
      cn: { title: '《{exam}》第 {number} 题维持原判', body: '{answer}' },
      en: { title: 'Your appeal on question {number} of “{exam}” is refused', body: '{answer}' },
    },
  },
]

export const examMessages = types.map((type) => messageType(type))

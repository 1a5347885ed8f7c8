/** The messages and to-dos of approvals. */
import { type MessageType, messageType, type TodoKind, todoKind } from '#modules/platform/messages/server.ts'

const variables = {
  applicant: { cn: '申请人', en: 'applicant', example: { cn: '林知远', en: 'Lin Zhiyuan' } },
  business: { cn: '申请类型', en: 'type of application', example: { cn: '课程发布', en: 'Course publication' } },
  name: {
    cn: '申请内容',
    en: 'content of the application',
    example: { cn: '信息安全入门', en: 'Information security' },
  },
  step: { cn: '当前步骤', en: 'current step', example: { cn: '部门审批', en: 'Department' } },
} as const
const opinion = { cn: '审批意见', en: 'comment', example: { cn: '封面请换成新版', en: 'Please use the new cover' } }

const types: readonly MessageType[] = [
  {
    code: 'approval.waiting',
    group: 'approval',
    label: { cn: '有申请待我审批', en: 'An application needs your approval' },
    variables,
    defaultTemplate: {
      cn: { title: '{applicant}的{business}申请待您审批', body: '“{name}”已到“{step}”，请及时处理。' },
      en: { title: '{business}: {applicant} applied', body: '“{name}” needs your decision ({step}).' },
    },
    defaultChannels: ['site', 'mail'],
  },
  {
    code: 'approval.reminded',
    group: 'approval',
    label: { cn: '催办审批', en: 'Approval reminder' },
    variables,
    defaultTemplate: {
      cn: { title: '请尽快审批：{name}', body: '{applicant}的{business}申请仍在“{step}”等待您处理。' },
      en: {
        title: 'Still waiting: {name}',
        body: 'The application of {applicant} ({business}) is waiting for you at “{step}”.',
      },
    },
    defaultChannels: ['site', 'mail'],
  },
  {
    code: 'approval.agreed',
    group: 'approval',
    label: { cn: '我的申请已通过', en: 'Your application was approved' },
    variables: { ...variables, opinion },
    defaultTemplate: {
      cn: { title: '您的{business}申请已通过', body: '“{name}”已审批通过。{opinion}' },
      en: { title: '{business}: approved', body: '“{name}” was approved. {opinion}' },
    },
    defaultChannels: ['site', 'mail'],
  },
  {
    code: 'approval.refused',
    group: 'approval',
    label: { cn: '我的申请被拒绝', en: 'Your application was rejected' },
    variables: { ...variables, opinion },
    defaultTemplate: {
      cn: { title: '您的{business}申请被拒绝', body: '“{name}”未通过审批：{opinion}' },
      en: { title: '{business}: rejected', body: '“{name}” was rejected: {opinion}' },
    },
    defaultChannels: ['site', 'mail'],
  },
  {
    code: 'approval.returned',
    group: 'approval',
    label: { cn: '我的申请被退回修改', en: 'Your application was returned' },
    variables: { ...variables, opinion },
    defaultTemplate: {
      cn: { title: '您的{business}申请被退回修改', body: '“{name}”需要修改后重新提交：{opinion}' },
      en: { title: '{business}: please revise', body: 'Please revise “{name}” and submit it again: {opinion}' },
    },
    defaultChannels: ['site', 'mail'],
  },
]

const kinds: readonly TodoKind[] = [
  {
    kind: 'approval.decide',
    label: { cn: '审批', en: 'Approval' },
    action: { initial: 'go-approve', started: 'go-approve' },
  },
  {
    kind: 'approval.revise',
    label: { cn: '申请修改', en: 'Revision' },
    action: { initial: 'go-revise', started: 'go-revise' },
  },
]

export const messageExtensions = [...types.map(messageType), ...kinds.map(todoKind)]

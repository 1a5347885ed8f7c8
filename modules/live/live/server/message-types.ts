/** The notifications about live sessions. The module approvals notifies about the decisions on applications. */
import { type MessageType, messageType } from '#modules/platform/messages/server.ts'

const variables = {
  name: { cn: '直播名称', en: 'name of the live session', example: { cn: '新员工安全课', en: 'Safety for newcomers' } },
  at: { cn: '开始时间', en: 'start time', example: { cn: '2026年12月1日 14:00', en: '1 Dec 2026, 14:00' } },
} as const

const types: readonly MessageType[] = [
  {
    code: 'live.soon',
    group: 'live',
    label: { cn: '预约的直播即将开始', en: 'A reserved live session starts soon' },
    variables,
    defaultTemplate: {
      cn: { title: '“{name}”即将开始', body: '您预约的直播“{name}”将于{at}开始。' },
      en: { title: '“{name}” starts soon', body: 'You reserved the live session “{name}”. It starts on {at}.' },
    },
    defaultChannels: ['site', 'mail'],
  },
  {
    code: 'live.lecturer',
    group: 'live',
    label: { cn: '被邀请为直播讲师', en: 'Invitation as a lecturer' },
    variables,
    defaultTemplate: {
      cn: { title: '邀请您担任“{name}”的讲师', body: '直播“{name}”将于{at}开始，您是这场直播的讲师。' },
      en: {
        title: 'You are a lecturer of “{name}”',
        body: 'The live session “{name}” starts on {at}. You are one of its lecturers.',
      },
    },
    defaultChannels: ['site', 'mail'],
  },
  {
    code: 'live.cancelled',
    group: 'live',
    label: { cn: '直播已取消', en: 'Live session canceled' },
    variables,
    defaultTemplate: {
      cn: { title: '“{name}”已取消', body: '原定{at}开始的直播“{name}”已取消。' },
      en: { title: '“{name}” was canceled', body: 'The live session “{name}”, planned for {at}, was canceled.' },
    },
    defaultChannels: ['site', 'mail'],
  },
  {
    code: 'live.republished',
    group: 'live',
    label: { cn: '直播重新发布', en: 'Live session republished' },
    variables,
    defaultTemplate: {
      cn: { title: '“{name}”已重新发布', body: '此前取消的直播“{name}”将于{at}开始。' },
      en: {
        title: '“{name}” takes place after all',
        body: 'The canceled live session “{name}” was published again. It starts on {at}.',
      },
    },
    defaultChannels: ['site', 'mail'],
  },
  {
    code: 'live.lapsed',
    group: 'live',
    label: { cn: '直播审批通过时已过开始时间', en: 'Live session approved after its start time' },
    variables,
    defaultTemplate: {
      cn: { title: '“{name}”未能发布', body: '“{name}”审批通过时已过开始时间（{at}）。请修改开始时间后重新提交审批。' },
      en: {
        title: '“{name}” could not be published',
        body: '“{name}” was approved after its start time ({at}). Choose another time and submit it again.',
      },
    },
    defaultChannels: ['site', 'mail'],
    mandatory: true,
  },
  {
    code: 'live.replay',
    group: 'live',
    label: { cn: '直播回放可观看', en: 'Replay available' },
    variables,
    defaultTemplate: {
      cn: { title: '“{name}”的回放已生成', body: '直播“{name}”的回放可以观看了。' },
      en: { title: 'The replay of “{name}” is ready', body: 'The replay of the live session “{name}” is ready.' },
    },
    defaultChannels: ['site'],
  },
]

export const messageTypes = types.map((type) => messageType(type))

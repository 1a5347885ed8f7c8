/** For tests: a module that has something to tell, and rows of what was told. */
import { contract } from '#kit/contract.ts'
import type { Connection } from '#server/db/connection.ts'
import { serverModule } from '#server/module.ts'
import { serverModules } from '#server/modules.ts'
import { type MessageType, messageType } from './message-types.ts'
import { type Notice, notify } from './notify.ts'
import { openTodo, type TodoKind, todoKind } from './todos.ts'

/** Told in the centre and by mail; may be switched off. */
export const storyType: MessageType = {
  code: 'story.told',
  group: 'course',
  label: { cn: '课程发布', en: 'Course published' },
  variables: { course: { cn: '课程名称', en: 'Course' }, at: { cn: '时间', en: 'Time' } },
  defaultTemplate: {
    cn: { title: '新课程：{course}', body: '《{course}》已发布。' },
    en: { title: 'New course: {course}', body: '“{course}” has been published.' },
  },
  defaultChannels: ['site', 'mail'],
}

/** Nobody may switch it off. */
export const mandatoryType: MessageType = {
  ...storyType,
  code: 'story.mandatory',
  group: 'account',
  label: { cn: '账号安全', en: 'Account security' },
  mandatory: true,
}

export const reportKind: TodoKind = {
  kind: 'story.report',
  label: { cn: '填报', en: 'Reporting' },
  action: { fresh: 'start-reporting', begun: 'continue-reporting' },
}

export const markingKind: TodoKind = {
  kind: 'story.marking',
  label: { cn: '阅卷', en: 'Marking' },
  action: { fresh: 'start-marking', begun: 'restart-marking' },
}

const stories = serverModule({
  name: 'stories',
  contract: contract({}),
  routes: {},
  extensions: [messageType(storyType), messageType(mandatoryType), todoKind(reportKind), todoKind(markingKind)],
})

/** The platform's modules, and one that tells stories. */
export const modulesWithStories = [...serverModules, stories]

type NoticeWish = Pick<Notice, 'companyId' | 'recipients'> & Partial<Notice>

export function tellStory(db: Connection, wish: NoticeWish): Promise<string | undefined> {
  return notify(db, { type: storyType.code, variables: { course: '信息安全入门' }, now: Date.now(), ...wish })
}

type TodoWish = Pick<Parameters<typeof openTodo>[1], 'companyId' | 'memberIds' | 'businessId'> &
  Partial<Parameters<typeof openTodo>[1]>

export function buildTodo(db: Connection, wish: TodoWish): Promise<void> {
  return openTodo(db, {
    kind: reportKind.kind,
    businessType: 6,
    title: '新员工训练营',
    link: `/class/${wish.businessId}`,
    now: Date.now(),
    ...wish,
  })
}

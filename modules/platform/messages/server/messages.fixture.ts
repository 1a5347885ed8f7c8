/** For tests: a module with message types and to-do kinds, and rows of both. */
import { contract } from '#kit/contract.ts'
import type { Connection } from '#server/db/connection.ts'
import { serverModule } from '#server/module.ts'
import { serverModules } from '#server/modules.ts'
import { type MessageType, messageType } from './message-types.ts'
import { type Notice, notify } from './notify.ts'
import { type TodoKind, todoKind } from './todo-kinds.ts'
import { openTodo } from './todos.ts'

/** Sent to the center and by mail; a member can switch it off. */
export const exampleType: MessageType = {
  code: 'example.notice',
  group: 'course',
  label: { cn: '课程发布', en: 'Course published' },
  variables: { course: { cn: '课程名称', en: 'Course' }, at: { cn: '时间', en: 'Time' } },
  defaultTemplate: {
    cn: { title: '新课程：{course}', body: '《{course}》已发布。' },
    en: { title: 'New course: {course}', body: '“{course}” has been published.' },
  },
  defaultChannels: ['site', 'mail'],
}

/** A member cannot switch it off. */
export const mandatoryType: MessageType = {
  ...exampleType,
  code: 'example.mandatory',
  group: 'account',
  label: { cn: '账号安全', en: 'Account security' },
  mandatory: true,
}

export const reportKind: TodoKind = {
  kind: 'example.report',
  label: { cn: '填报', en: 'Reporting' },
  action: { initial: 'start-reporting', started: 'continue-reporting' },
}

export const markingKind: TodoKind = {
  kind: 'example.marking',
  label: { cn: '阅卷', en: 'Marking' },
  action: { initial: 'start-marking', started: 'restart-marking' },
}

const exampleModule = serverModule({
  name: 'example',
  contract: contract({}),
  routes: {},
  extensions: [messageType(exampleType), messageType(mandatoryType), todoKind(reportKind), todoKind(markingKind)],
})

/** The platform's modules and the example module. */
export const modulesWithExamples = [...serverModules, exampleModule]

type NoticeInput = Pick<Notice, 'companyId' | 'recipients'> & Partial<Notice>

export function sendExample(db: Connection, input: NoticeInput): Promise<string | undefined> {
  return notify(db, { type: exampleType.code, variables: { course: '信息安全入门' }, now: Date.now(), ...input })
}

type TodoInput = Pick<Parameters<typeof openTodo>[1], 'companyId' | 'memberIds' | 'businessId'> &
  Partial<Parameters<typeof openTodo>[1]>

export function buildTodo(db: Connection, input: TodoInput): Promise<void> {
  return openTodo(db, {
    kind: reportKind.kind,
    businessType: 6,
    title: '新员工训练营',
    link: `/class/${input.businessId}`,
    now: Date.now(),
    ...input,
  })
}

/** The door of messages for the shell: the bell, the notification center, to-dos, and administration. */
import { Suspense } from 'react'
import type { WebModule } from '#web/module.ts'
import { part } from '#web/part.ts'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { managesCompanyMessages, managesMessages } from './contract/access.ts'
import type { TodoListProps } from './web/TodoList.tsx'

const LazyTodoList = part(() => import('./web/TodoList.tsx'), ['messages'])

/** @public For screens that show what is due (the home): the data alone, for a list of their own. */
export { useTodoCounts, useTodos } from './web/use-todos.ts'

/** @public For the same: the first to-dos of all modules, overdue first, as rows with their action. Empty without any. */
export function TodoList(props: TodoListProps) {
  return (
    <Suspense fallback={<LoadingState rows={props.shown} />}>
      <LazyTodoList {...props} />
    </Suspense>
  )
}

export const messagesWeb: WebModule = {
  name: 'messages',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [
    {
      path: '/center/messages',
      title: { cn: '消息中心', en: 'Messages' },
      screen: () => import('./web/center/MessagesPage.tsx'),
    },
    {
      path: '/center/messages/settings',
      title: { cn: '消息设置', en: 'Message settings' },
      screen: () => import('./web/center/MessageSettingsPage.tsx'),
    },
    {
      path: '/center/student-todo-menu/:currentComponent?',
      title: { cn: '待办', en: 'To-dos' },
      screen: () => import('./web/center/TodoPage.tsx'),
    },
    {
      path: '/unsubscribe/:token',
      title: { cn: '退订邮件', en: 'Unsubscribe' },
      screen: () => import('./web/center-detail/UnsubscribePage.tsx'),
      layout: 'blank',
      access: 'public',
    },
    {
      path: '/manage/message-templates/:code?',
      title: { cn: '消息模板', en: 'Message templates' },
      screen: () => import('./web/admin/TemplatesPage.tsx'),
      layout: 'admin',
      access: managesMessages,
      wide: true,
    },
    {
      path: '/manage/deliveries',
      title: { cn: '发送记录', en: 'Delivery log' },
      screen: () => import('./web/admin/DeliveriesPage.tsx'),
      layout: 'admin',
      access: managesCompanyMessages,
      wide: true,
    },
    {
      path: '/manage/webhooks',
      title: { cn: '消息机器人', en: 'Robots and webhooks' },
      screen: () => import('./web/admin/WebhooksPage.tsx'),
      layout: 'admin',
      access: managesCompanyMessages,
    },
  ],
  menu: [
    {
      area: 'user',
      title: { cn: '待办', en: 'To-dos' },
      icon: 'todo',
      path: '/center/student-todo-menu/all',
      order: 20,
    },
    { area: 'user', title: { cn: '消息中心', en: 'Messages' }, icon: 'bell', path: '/center/messages', order: 30 },
    {
      area: 'admin',
      group: 'messages',
      order: 10,
      title: { cn: '消息模板', en: 'Message templates' },
      icon: 'bell',
      path: '/manage/message-templates',
      access: managesMessages,
    },
    {
      area: 'admin',
      group: 'messages',
      order: 11,
      title: { cn: '发送记录', en: 'Delivery log' },
      icon: 'send',
      path: '/manage/deliveries',
      access: managesCompanyMessages,
    },
    {
      area: 'admin',
      group: 'messages',
      order: 12,
      title: { cn: '消息机器人', en: 'Robots and webhooks' },
      icon: 'link',
      path: '/manage/webhooks',
      access: managesCompanyMessages,
    },
  ],
  widgets: {
    'top-bar': [{ order: 10, screen: () => import('./web/Bell.tsx') }],
    'home-first': [{ order: 5, screen: () => import('./web/home/TodoSection.tsx') }],
    center: [{ order: 10, screen: () => import('./web/center/TodoRecords.tsx') }],
  },
}

/** The paths of the screens of messages and to-dos. */
export const messagePaths = {
  centre: '/center/messages',
  settings: '/center/messages/settings',
  /** The to-dos of a kind; `all` of them. */
  todos: (kind = 'all') => `/center/student-todo-menu/${encodeURIComponent(kind)}`,
  templates: '/manage/message-templates',
  template: (code: string) => `/manage/message-templates/${encodeURIComponent(code)}`,
  deliveries: '/manage/deliveries',
  webhooks: '/manage/webhooks',
} as const

/** Messages's door for other modules' server code: telling members something, to-dos, reminders, the calendar. */
import { serverModule } from '#server/module.ts'
import { messages } from './contract.ts'
import { jobs } from './server/jobs.ts'
import { routes } from './server/routes.ts'

export { type CalendarEntry, type CalendarSource, calendarSource } from './server/calendar.ts'
export { type MessageType, messageType } from './server/message-types.ts'
export { type Audience, type Notice, notify } from './server/notify.ts'
export { cancelReminder, remindAt } from './server/reminders.ts'
export type { Variables } from './server/render.ts'
export { beginTodo, closeTodo, openTodo, type TodoKind, todoKind } from './server/todos.ts'

export const messagesServer = serverModule({ name: 'messages', contract: messages, routes, jobs })

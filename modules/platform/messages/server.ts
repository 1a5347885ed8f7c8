/** The door of messages for server code of other modules: notifications, to-dos, reminders, the calendar. */
import { serverModule } from '#server/module.ts'
import { messages } from './contract.ts'
import { ownTypes } from './server/built-in-types.ts'
import { calendarSource, todoCalendar } from './server/calendar.ts'
import { addEventStreams } from './server/events.ts'
import { healthChecks } from './server/health.ts'
import { jobs } from './server/jobs.ts'
import { messageType } from './server/message-types.ts'
import { messagesPersonalData } from './server/personal-data.ts'
import { routes } from './server/routes.ts'

/** @public For modules with events or deadlines. */
export { calendarSource } from './server/calendar.ts'
export { calendarText } from './server/ical.ts'
export { type MessageText, type MessageType, messageType, wordedMessage } from './server/message-types.ts'
export { notify } from './server/notify.ts'
/** @public For modules with deadlines. */
export { cancelReminder, remindAt } from './server/reminders.ts'
export {
  contentTodoColumns,
  type TodoKind,
  todoColumns,
  todoKind,
  todoSource,
  waitingCount,
  waitingSubjects,
} from './server/todo-kinds.ts'
/** @public For to-dos that take several steps: marking, reporting. */
export { beginTodo, closeTodo, openTodo, todosChanged } from './server/todos.ts'

export const messagesServer = serverModule({
  name: 'messages',
  contract: messages,
  routes,
  jobs,
  plugin: (app, outside, db) => addEventStreams(app, outside, db),
  extensions: [
    ...ownTypes.map((type) => messageType(type)),
    ...healthChecks,
    calendarSource(todoCalendar),
    messagesPersonalData,
  ],
})

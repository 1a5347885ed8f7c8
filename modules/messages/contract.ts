/** Messages: notification centre, preferences, to-do, calendar, templates. The entries stand in contract/, by noun. */
import { contract } from '#kit/contract.ts'
import { administration } from './contract/administration.ts'
import { notifications } from './contract/notifications.ts'
import { preferences } from './contract/preferences.ts'
import { todos } from './contract/todos.ts'

export { eventsPath, type Notification, type UnreadCount } from './contract/notifications.ts'
export type { Preferences } from './contract/preferences.ts'
export { type Channel, channels } from './contract/shapes.ts'
export { type Stage, stages, type Todo, type TodoAction, todoActions } from './contract/todos.ts'

export const messages = contract({
  ...notifications,
  ...preferences,
  ...todos,
  ...administration,
})

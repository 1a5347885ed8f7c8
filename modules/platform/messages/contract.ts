/**
 * Messages: notification centre, preferences, to-do, calendar, templates. The entries are in contract/, one file for
 * each noun.
 */
import { contract } from '#kit/contract.ts'
import { administration } from './contract/administration.ts'
import { notifications } from './contract/notifications.ts'
import { preferences } from './contract/preferences.ts'
import { todos } from './contract/todos.ts'

export type { Notification } from './contract/notifications.ts'
export type { Preferences } from './contract/preferences.ts'
export type { Channel } from './contract/shapes.ts'
export type { DoneTodo, Stage, Todo } from './contract/todos.ts'

export const messages = contract({
  ...notifications,
  ...preferences,
  ...todos,
  ...administration,
})

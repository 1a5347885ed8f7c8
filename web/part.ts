import { type ComponentType, lazy } from 'react'
import { ensureMessages } from './i18n/texts.ts'

/** A part of a module for other modules' screens: loaded, with the texts of the named modules, when a screen shows it. */
export function part<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  texts: readonly string[],
) {
  return lazy(async () => {
    const [screen] = await Promise.all([load(), ensureMessages(texts)])
    return screen
  })
}

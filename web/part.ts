import { type ComponentType, lazy } from 'react'
import { ensureMessages } from './i18n/texts.ts'
import { withAntTheme } from './theme/ant.ts'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** A part of a module for other modules' screens: loaded, with the texts of the named modules, when a screen shows it. */
export function part<Props extends object>(load: Load<Props>, texts: readonly string[]) {
  return lazy(async () => {
    const [screen] = await Promise.all([load(), ensureMessages(texts)])
    return screen
  })
}

/** The same for a part that shows Ant Design and stands on screens that are `plain`. */
export function antPart<Props extends object>(load: Load<Props>, texts: readonly string[]) {
  return part(withAntTheme(load), texts)
}

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

interface PartAhead<Props> {
  /** The part itself where it has been loaded, else one that waits. Choose once for each place: another starts from nothing. */
  readonly choose: () => ComponentType<Props>
  /** Rejects where it cannot be had; the screen that shows the part asks again. */
  readonly loadAhead: () => Promise<void>
}

/** A part that may be loaded before it is shown: then it is there at once, without a placeholder. */
export function partAhead<Props extends object>(load: Load<Props>, texts: readonly string[]): PartAhead<Props> {
  let known: ComponentType<Props> | undefined
  const bring = async () => {
    const [screen] = await Promise.all([load(), ensureMessages(texts)])
    known = screen.default
    return screen
  }
  const Waiting = lazy(bring)
  return { choose: () => known ?? Waiting, loadAhead: async () => void (await bring()) }
}

/** Fetches Ant Design's theme, and the texts of screens with it, when first needed: what a member sees first does without. */
import { type ComponentType, createElement, type ReactNode } from 'react'
import { ensureLaterMessages } from '../i18n/texts.ts'
import type { LazyScreen } from '../module.ts'

type AntTheme = ComponentType<{ children: ReactNode }>

let theme: AntTheme | undefined
let loading: Promise<AntTheme> | undefined

async function load(): Promise<AntTheme> {
  const [{ default: loaded, antWords }] = await Promise.all([import('./AntTheme.tsx'), ensureLaterMessages()])
  await antWords
  theme = loaded
  return loaded
}

/** The component to put around what shows Ant Design. A failure is asked for again. */
export function loadAntTheme(): Promise<AntTheme> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

/** The same, once it has been loaded. */
export function loadedAntTheme(): AntTheme | undefined {
  return theme
}

/** A part with Ant Design for a screen that is `plain`. */
export function withAntTheme<Props extends object>(load: LazyScreen<Props>): LazyScreen<Props> {
  return async () => {
    const [{ default: Part }, Theme] = await Promise.all([load(), loadAntTheme()])
    return { default: (props: Props) => createElement(Theme, null, createElement(Part, props)) }
  }
}

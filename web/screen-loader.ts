/** Brings a screen: its chunk, the texts of its module, the theme of Ant Design unless it does without, its widgets. */
import type { ComponentType } from 'react'
import { ensureMessages } from './i18n/texts.ts'
import type { ScreenRoute, WebModule } from './module.ts'
import { loadAntTheme } from './theme/ant.ts'
import { loadWidgets } from './widgets.ts'

/** A chunk that has not come by then counts as failed, as one that the network refused does (SHELL-007). */
export const CHUNK_TIMEOUT_MS = 120_000

const loaded = new Map<ScreenRoute['screen'], ComponentType>()

/** The screen, if its chunk has been loaded before. */
export function loadedScreen(route: ScreenRoute): ComponentType | undefined {
  return loaded.get(route.screen)
}

/** Rejects when the chunk fails or does not come in time. Asking again requests it again. */
export async function loadScreen(
  route: ScreenRoute,
  module: Pick<WebModule, 'name'>,
  modules: readonly WebModule[] = [],
): Promise<ComponentType> {
  const [{ default: screen }] = await inTime(
    Promise.all([
      route.screen(),
      ensureMessages([module.name]),
      route.plain ? undefined : loadAntTheme(),
      ...(route.slots ?? []).map((slot) => loadWidgets(modules, slot)),
    ]),
    CHUNK_TIMEOUT_MS,
  )
  loaded.set(route.screen, screen)
  return screen
}

/** Rejects when the work takes longer. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came in ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

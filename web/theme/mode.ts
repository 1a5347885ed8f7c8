import { createStore } from '../store.ts'

export type Mode = 'light' | 'dark' | 'auto'

const KEY = 'shuyuan.theme'
const prefersDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)')

function readMode(): Mode {
  const kept = localStorage.getItem(KEY)
  return kept === 'light' || kept === 'dark' ? kept : 'auto'
}

function darkFor(mode: Mode): boolean {
  return mode === 'dark' || (mode === 'auto' && prefersDark?.matches === true)
}

/** What the user chose, and whether that is dark at the moment. */
export const themeMode = createStore({ mode: readMode(), dark: darkFor(readMode()) })

export function chooseMode(mode: Mode): void {
  localStorage.setItem(KEY, mode)
  themeMode.set({ mode, dark: darkFor(mode) })
}

prefersDark?.addEventListener('change', () => themeMode.set({ dark: darkFor(themeMode.get().mode) }))

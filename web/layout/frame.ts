import { mayOpen } from '../access.ts'
import type { MenuEntry, WebModule } from '../module.ts'
import type { Session } from '../session.ts'
import { isWithin } from './menu.ts'

export type Frame = 'main' | 'admin'

const KEY = 'shuyuan.frame'

/** Remembers for this tab in which frame one works, so that a screen of both frames opens in that one. */
export function enterFrame(frame: Frame): void {
  sessionStorage.setItem(KEY, frame)
}

/** The frame that this tab was in. */
export function keptFrame(): Frame | undefined {
  const kept = sessionStorage.getItem(KEY)
  return kept === 'main' || kept === 'admin' ? kept : undefined
}

/**
 * The frame of a screen that belongs to both, in a new tab: the administration's where the address stands in the
 * administration's menu of this member.
 */
export function firstFrameOf(pathname: string, modules: readonly WebModule[], session: Session): Frame {
  const isEntry = (entry: MenuEntry) =>
    entry.area === 'admin' && isWithin(pathname, entry) && mayOpen(entry.access, session)
  return modules.some((module) => module.menu?.some(isEntry)) ? 'admin' : 'main'
}

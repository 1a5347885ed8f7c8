import { mayOpen } from '../access.ts'
import type { AppState } from '../app-state.ts'
import { adminGroups, type MenuEntry, type WebModule } from '../module.ts'
import type { ShownModule } from '../part-of.ts'
import type { Session } from '../session.ts'

/** The entries of an area that this session may open, in their order; those of a switched-off function are not there. */
export function menuOf(
  modules: readonly WebModule[],
  area: MenuEntry['area'],
  session: Session,
  switches: Pick<AppState, 'communityIsOpen'>,
): MenuEntry[] {
  return modules
    .flatMap((module) => module.menu ?? [])
    .filter((entry) => entry.area === area && mayOpen(entry.access, session))
    .filter((entry) => entry.switch === undefined || switches[entry.switch])
    .sort((a, b) => groupOrder(a) - groupOrder(b) || a.order - b.order)
}

/** Whether the administration has any entry for this session; known before its menu has come. */
export function mayManage(
  modules: readonly ShownModule[],
  session: Session,
  switches: Pick<AppState, 'communityIsOpen'>,
): boolean {
  const marks = modules.flatMap(({ manages }) => manages)
  return marks.some((mark) => mayOpen(mark.access, session) && (mark.switch === undefined || switches[mark.switch]))
}

/** Entries without a group come first. */
const groupOrder = ({ group }: MenuEntry) => (group === undefined ? -1 : adminGroups.indexOf(group))

/** Where an entry leads from the screen at `pathname`. */
export const addressOf = (entry: MenuEntry, pathname: string): string =>
  entry.isAboutScreen && !isWithin(pathname, entry) ? `${entry.path}?from=${encodeURIComponent(pathname)}` : entry.path

/** Whether the address belongs to the entry: its own screen, or one below it. */
export function isWithin(pathname: string, entry: MenuEntry): boolean {
  return pathname === entry.path || pathname.startsWith(`${entry.path}/`)
}

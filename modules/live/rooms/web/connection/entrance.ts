/** Entering a room: as a member, or as a guest by a link and with a name. */
import type { Output } from '#kit/contract.ts'
import { CallError } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { API_BASE } from '#web/api/send.ts'
import { type rooms as Rooms, rooms } from '../../contract.ts'

export type Entrance = Output<typeof Rooms.join>

export interface Visitor {
  readonly roomId: string
  /** A guest's link, and the guest's own name. */
  readonly guest?: { readonly token: string; readonly name: string }
}

const DEVICE_KEY = 'shuyuan.room.device'
const guestKey = (token: string) => `shuyuan.room.guest.${token}`

/** The id of this tab among the person's devices. It survives a reload; a second tab has another one. */
function deviceOfTab(): string {
  const kept = sessionStorage.getItem(DEVICE_KEY)
  if (kept !== null) return kept
  const device = crypto.randomUUID()
  sessionStorage.setItem(DEVICE_KEY, device)
  return device
}

/** Rejects with a CallError, which the caller shows. */
export async function enter({ roomId, guest }: Visitor): Promise<Entrance> {
  const device = deviceOfTab()
  if (!guest) return call(rooms.join, { params: { id: roomId }, body: { device } }, { handles: 'all', quiet: true })
  const resumeToken = sessionStorage.getItem(guestKey(guest.token)) ?? undefined
  const body = { ...guest, device, ...(resumeToken !== undefined && { resumeToken }) }
  const entrance = await call(rooms.guestJoin, { body }, { handles: 'all', quiet: true })
  if (entrance.resumeToken !== null) sessionStorage.setItem(guestKey(guest.token), entrance.resumeToken)
  return entrance
}

/** The guest's last name, so that a reload does not prompt again. */
const NAME_KEY = 'shuyuan.room.name'
export const guestName = {
  read: (): string => sessionStorage.getItem(NAME_KEY) ?? '',
  keep: (name: string): void => sessionStorage.setItem(NAME_KEY, name),
}

/** Whether another attempt is useless, because the room refused. */
export function isFinalRefusal(failure: unknown): boolean {
  return failure instanceof CallError && (failure.kind === 'refused' || failure.status === 401)
}

/** A server path as the address of a WebSocket. */
export function socketAddress(path: string, query: Readonly<Record<string, string>> = {}): string {
  const url = new URL(path.startsWith('/api/') ? path : `${API_BASE}${path}`, location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

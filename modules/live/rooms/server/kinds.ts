/** What a room is for. The owning module registers its kind; its functions run in the transaction of who asks. */
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'

/** Who somebody is in a room. The host leads it; lecturers may go on stage by themselves; assistants keep order. */
export type RoomRole = 'host' | 'lecturer' | 'assistant' | 'viewer'

export interface RoomQuestion {
  readonly companyId: string
  readonly roomId: string
  readonly now: number
}

export interface RoomKind {
  /** `live`. */
  readonly kind: string
  /** Who this member is in the room. Throws the owner's own refusal where the member may not enter. */
  admit(db: Connection, question: RoomQuestion & { readonly memberId: string }): Promise<RoomRole>
  /** Throws the owner's own refusal where a guest with a valid link may not enter now (cancelled, ended, not begun). */
  admitGuest(db: Connection, question: RoomQuestion & { readonly role: RoomRole }): Promise<void>
  /** Who this member is when the room has ended and its replay is watched. Throws the owner's own refusal. */
  admitReplay(db: Connection, question: RoomQuestion & { readonly caller: Caller }): Promise<RoomRole>
  /** Whether the caller looks after the room: its host, and who manages what it is for. Attendance and replay are theirs. */
  mayManage(db: Connection, question: RoomQuestion & { readonly caller: Caller }): Promise<boolean>
  /** Called when a member is in the room for the first time. */
  entered?(db: Connection, question: RoomQuestion & { readonly memberId: string }): Promise<void>
  /** The room runs from now on: by its host in the room, or by the owner's own call of `startRoom`. */
  started?(db: Connection, question: RoomQuestion & { readonly by: string | null }): Promise<void>
  /** The room has ended: by its host (`by` a member), or by itself. */
  ended(db: Connection, question: RoomQuestion & { readonly by: string | null }): Promise<void>
  /** The replay can be watched. */
  replayReady?(db: Connection, question: RoomQuestion): Promise<void>
}

/** Rooms and what they are for have the same id. */
export const roomKind = extensionPoint<RoomKind>('rooms.kind')

/** Refuses with 900005 where nobody answers for rooms of this kind (any more). */
export function kindOf(name: string): RoomKind {
  const found = roomKind.all().find(({ kind }) => kind === name)
  if (!found) throw refuse(NOT_FOUND)
  return found
}

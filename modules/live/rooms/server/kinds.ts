/** The purpose of a room. The owning module registers its kind; its functions run in the caller's transaction. */
import type { Caller } from '#kit/caller.ts'
import { type ErrorCode, NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'

/**
 * A person's role in a room. The host leads it; lecturers may join the stage without an invitation; assistants
 * moderate.
 */
export type RoomRole = 'host' | 'lecturer' | 'assistant' | 'viewer'

export interface RoomQuestion {
  readonly companyId: string
  readonly roomId: string
  readonly now: number
}

export interface RoomKind {
  /** `live`. */
  readonly kind: string
  /** The member's role in the room. Throws the owner's own refusal if the member may not enter. */
  admit(db: Connection, question: RoomQuestion & { readonly memberId: string }): Promise<RoomRole>
  /**
   * Those of the members in the room who may still be there; asked every few seconds. Without it, whoever has entered may
   * stay.
   */
  stillAdmitted?(
    db: Connection,
    question: RoomQuestion & { readonly memberIds: readonly string[] },
  ): Promise<ReadonlySet<string>>
  /** Throws the owner's own refusal if a guest with a valid link may not enter now (cancelled, ended, not started). */
  admitGuest(db: Connection, question: RoomQuestion & { readonly role: RoomRole }): Promise<void>
  /** The full names of the members who lead the room, whether they have entered or not. */
  staffNames?(db: Connection, question: RoomQuestion): Promise<readonly string[]>
  /** The member's role for the replay after the room has ended. Throws the owner's own refusal. */
  admitReplay(db: Connection, question: RoomQuestion & { readonly caller: Caller }): Promise<RoomRole>
  /**
   * Why a running playback of the replay ends now; asked at each heartbeat, and null while it may go on. Without it, whoever
   * has started may go on. `isStarting`: nothing of the replay was watched before.
   */
  replayEnds?(
    db: Connection,
    question: RoomQuestion & { readonly caller: Caller; readonly isStarting: boolean },
  ): Promise<ErrorCode | null>
  /**
   * Whether the caller manages the room: its host, or a manager of its purpose. Managers see attendance and edit the
   * replay.
   */
  mayManage(db: Connection, question: RoomQuestion & { readonly caller: Caller }): Promise<boolean>
  /** Called when a member enters the room for the first time. */
  entered?(db: Connection, question: RoomQuestion & { readonly memberId: string }): Promise<void>
  /** The room runs from now on: its host started it in the room, or the owner called `startRoom`. */
  started?(db: Connection, question: RoomQuestion & { readonly by: string | null }): Promise<void>
  /** The room has ended: its host (`by` a member) ended it, or it ended by itself. */
  ended(db: Connection, question: RoomQuestion & { readonly by: string | null }): Promise<void>
  /** The replay is ready to watch. */
  replayReady?(db: Connection, question: RoomQuestion): Promise<void>
}

/** A room and the object that it serves have the same id. */
export const roomKind = extensionPoint<RoomKind>('rooms.kind')

/** Refuses with 900005 if no module registers this kind. */
export function kindOf(name: string): RoomKind {
  const found = roomKind.all().find(({ kind }) => kind === name)
  if (!found) throw refuse(NOT_FOUND)
  return found
}

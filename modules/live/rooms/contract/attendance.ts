/** The attendance of a room: its participants and their minutes. */
import { Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Id, Instant, Nullable, Page, PageQuery } from '#kit/schema.ts'
import { RoomRole } from './shapes.ts'

const Count = Type.Integer({ minimum: 0 })

export const Attendance = Type.Object({
  participantId: Id,
  memberId: Nullable(Id),
  name: Type.String(),
  role: RoomRole,
  /** While the room ran. Devices, and presences less than half a minute apart, count once. */
  liveSeconds: Count,
  replaySeconds: Count,
  firstIn: Nullable(Instant),
  lastOut: Nullable(Instant),
  /** In the room now. */
  online: Type.Boolean(),
  /** How often the person came back after half a minute or more. */
  visits: Count,
  signed: Count,
  messages: Count,
  /** Live for the minutes that the room requires. */
  attended: Type.Boolean(),
  /** Live and replay minutes together reach the requirement. */
  completed: Type.Boolean(),
})

const params = Type.Object({ id: Id })

export const attendanceCalls = {
  attendance: {
    method: 'GET',
    path: '/rooms/{id}/attendance',
    summary: 'The attendance of a live room by participant; for its managers, at any time',
    access: 'signed-in',
    params,
    query: PageQuery({
      name: Type.Optional(Type.String({ maxLength: 50 })),
      attended: Type.Optional(Type.Boolean()),
    }),
    response: Type.Object({
      ...Page(Attendance).properties,
      minimumMinutes: Count,
      attendedCount: Count,
      startedAt: Nullable(Instant),
      endedAt: Nullable(Instant),
    }),
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  attendanceSheet: {
    method: 'GET',
    path: '/rooms/{id}/attendance/export',
    summary: 'The attendance of a live room as a spreadsheet',
    access: 'signed-in',
    noDryRun: 'stream',
    params,
    response: Type.Object({}),
    kind: 'stream',
    outside: true,
    errors: [NOT_FOUND],
  },
} as const satisfies Contract

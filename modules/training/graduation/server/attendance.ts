/** What graduation asks of attendance: how many per cent of the sessions of a class a participant was at. */
import { attendanceOf } from '#modules/training/attendance/server.ts'
import type { Connection } from '#server/db/connection.ts'

/** By member. Without sessions nothing says that somebody was there: 0. */
export async function attendancePercents(
  connection: Connection,
  { id: classId, companyId }: { readonly id: string; readonly companyId: string },
  memberIds: readonly string[],
  now: number,
): Promise<(memberId: string) => number> {
  const attended = await attendanceOf(connection, { classId, companyId, now }, memberIds)
  return (memberId) => attended(memberId).percent
}

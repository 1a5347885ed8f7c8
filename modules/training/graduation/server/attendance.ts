/** What graduation asks of attendance: how many per cent of its lists a participant was at. */
import { attendanceOf } from '#modules/training/attendance/server.ts'
import type { Connection } from '#server/db/connection.ts'

/** By member; who stands on no list yet is missing. */
export async function attendancePercents(
  connection: Connection,
  { id, companyId }: { readonly id: string; readonly companyId: string },
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await attendanceOf(connection, companyId, id, memberIds)
  return new Map([...found].flatMap(([memberId, { lists, percent }]) => (lists > 0 ? [[memberId, percent]] : [])))
}

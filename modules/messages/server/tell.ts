/** Tells open browsers to read again: each member's own topic, or the company's where very many are meant. */
import type { Connection } from '#server/db/connection.ts'
import { publish } from '#server/realtime/publish.ts'

const topicsMax = 100

export async function tellMembers(
  connection: Connection,
  name: 'notification' | 'todo',
  companyId: string,
  memberIds: readonly string[],
): Promise<void> {
  const members = [...new Set(memberIds)]
  const topics = members.length > topicsMax ? [`company:${companyId}`] : members.map((id) => `member:${id}`)
  await publish(connection, ...topics.map((topic) => ({ topic, name, data: {} })))
}

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
  const many = members.length > topicsMax
  const topics = many ? [`company:${companyId}`] : members.map((id) => `member:${id}`)
  // Browsers that hear of `many` read at a moment of their own within some seconds, not all at once.
  await publish(connection, ...topics.map((topic) => ({ topic, name, data: many ? { many } : {} })))
}

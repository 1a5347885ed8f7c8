/** Tells open browsers to read again, by the topic of each member, or of the company if there are very many members. */
import type { Connection } from '#server/db/connection.ts'
import { publish } from '#server/realtime/publish.ts'
import type { MessageType } from './message-types.ts'

const topicsMax = 100

/** A message has come to these members, and with it perhaps a to-do. */
export async function publishMessage(
  connection: Connection,
  type: Pick<MessageType, 'changesTodos'> | undefined,
  companyId: string,
  memberIds: readonly string[],
): Promise<void> {
  await publishToMembers(connection, 'notification', companyId, memberIds)
  if (type?.changesTodos) await publishToMembers(connection, 'todo', companyId, memberIds)
}

export async function publishToMembers(
  connection: Connection,
  name: 'notification' | 'todo',
  companyId: string,
  memberIds: readonly string[],
): Promise<void> {
  const members = [...new Set(memberIds)]
  const many = members.length > topicsMax
  const topics = many ? [`company:${companyId}`] : members.map((id) => `member:${id}`)
  // After `many`, each browser waits a random time of some seconds before it reads, so that not all read at once.
  await publish(connection, ...topics.map((topic) => ({ topic, name, data: many ? { many } : {} })))
}

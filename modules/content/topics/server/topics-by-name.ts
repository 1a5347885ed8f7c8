/** Topics that a file names. */
import type { Connection } from '#server/db/connection.ts'
import { topicsTables } from './db.ts'
import { topicKey } from './topics.ts'

/** The topics of the company with these names, however they are typed: the name as it was given → the id. */
export async function topicIdsByName(
  connection: Connection,
  companyId: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (names.length === 0) return new Map()
  const rows = await topicsTables(connection)
    .selectFrom('topics.topic')
    .select(['id', 'key'])
    .where('company_id', '=', companyId)
    .where('key', 'in', [...new Set(names.map(topicKey))])
    .execute()
  const byKey = new Map(rows.map(({ id, key }) => [key, id]))
  return new Map(
    names.flatMap((name) => [[name, byKey.get(topicKey(name)) ?? '']] as const).filter(([, id]) => id !== ''),
  )
}

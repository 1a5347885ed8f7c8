/** Members as the screens of approvals show them. */
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Person } from '../contract/shapes.ts'

export async function peopleOf(
  connection: Connection,
  companyId: string,
  ids: Iterable<string | null>,
): Promise<Map<string, Person>> {
  const wanted = [...new Set(ids)].filter((id) => id !== null)
  const members = await membersByIds(connection, companyId, wanted)
  return new Map(
    [...members.values()].map(({ id, fullName, avatarPath, organizationName }) => [
      id,
      { id, fullName, avatarPath, organizationName },
    ]),
  )
}

/** A member whose account was deleted appears without a name. */
export function personOf(people: ReadonlyMap<string, Person>, id: string): Person {
  return people.get(id) ?? { id, fullName: '', avatarPath: '', organizationName: '' }
}

export function personOrNull(people: ReadonlyMap<string, Person>, id: string | null): Person | null {
  return id === null ? null : personOf(people, id)
}

/** The names of classes, as their own module knows them. */
import { contentKinds } from '#modules/content/catalog/server.ts'
import { businessType } from '#modules/training/classes/contract.ts'
import type { Connection } from '#server/db/connection.ts'

/** By id; a class that is gone is missing. */
export async function classNames(
  connection: Connection,
  companyId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const kind = contentKinds.all().find((one) => one.businessType === businessType)
  const items = (await kind?.items(connection, companyId, [...ids])) ?? []
  return new Map(items.map(({ id, name }) => [id, name]))
}

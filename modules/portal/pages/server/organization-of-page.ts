import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import type { Connection } from '#server/db/connection.ts'
import { pagesTables } from './db.ts'

/**
 * The organization whose page it is, the company's root for a page of everybody. Refused where no such page is published;
 * `anyState` takes drafts too, whose designers look at them.
 */
export async function organizationOfPage(
  connection: Connection,
  caller: Caller,
  id: string,
  { anyState = false } = {},
): Promise<string> {
  const page = await pagesTables(connection)
    .selectFrom('pages.page')
    .select(['organization_id', 'state'])
    .where('company_id', '=', caller.companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!page || (page.state !== 'published' && !anyState)) throw refuse(NOT_FOUND)
  return page.organization_id ?? caller.companyId
}

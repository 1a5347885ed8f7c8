/** Titles: unique in an account, however they are typed (COMMUNITY-081). */
import { sql } from 'kysely'
import { nameKey as titleKey } from '#modules/community/community/server.ts'
import { refusingTaken } from '#server/db/unique.ts'
import { TITLE_TAKEN } from '../contract/codes.ts'
import { TITLE_MAX } from '../contract/shapes.ts'
import type { ContentsDb } from './db.ts'

/** Ignores width, case and spaces, as for the names of accounts. */
export { titleKey }

/** The index refuses the second of two with one title, also where they come at once. */
export const refusingTakenTitle = <T>(write: () => Promise<T>): Promise<T> =>
  refusingTaken({ content_title: TITLE_TAKEN }, write)

/** Its own title, or one with the end of its id where another content has that title by now. */
export async function freeTitle(db: ContentsDb, companyId: string, id: string): Promise<string> {
  const { rows } = await sql<{ title: string; taken: boolean }>`
    select c.title, exists (select from contents.content o where o.account_id = c.account_id and o.title_key = c.title_key
      and o.removed_at is null) as taken
    from contents.content c where c.id = ${id} and c.company_id = ${companyId} for update of c`.execute(db)
  const { title = '', taken = false } = rows[0] ?? {}
  return taken ? differingTitle(title, id) : title
}

/** The title with the end of the content’s id. */
export const differingTitle = (title: string, id: string) =>
  `${[...title].slice(0, TITLE_MAX - 6).join('')} #${id.slice(-4)}`

/** Whether another content of the account has the title now. */
export async function isTitleTaken(
  db: ContentsDb,
  { accountId, title, exceptId }: { readonly accountId: string; readonly title: string; readonly exceptId: string },
): Promise<boolean> {
  const { rows } = await sql`select from contents.content where account_id = ${accountId}
    and title_key = ${titleKey(title)} and id <> ${exceptId} and removed_at is null`.execute(db)
  return rows.length > 0
}

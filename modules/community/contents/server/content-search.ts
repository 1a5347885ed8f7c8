/** Contents of share accounts in the search. A gate may close their texts to a reader; titles and excerpts are for all readers. */
import { sql } from 'kysely'
import { accountNamesOf } from '#modules/community/community/server.ts'
import type { Cue } from '#modules/content/playback/contract.ts'
import { captionPassages } from '#modules/content/playback/server.ts'
import { topicsOf } from '#modules/content/topics/server.ts'
import { idsOf, type SearchDocument, searchKind } from '#modules/insight/search/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { contentBusinessType } from '../contract/shapes.ts'
import { contentsTables } from './db.ts'
import { openToReaderSql } from './gates.ts'
import { listedSql } from './visible.ts'

type Row = Omit<SearchDocument, 'link' | 'passages' | 'keywords'> & {
  readonly text: string
  readonly accountId: string
  readonly tracks: readonly (readonly Cue[])[]
}

async function documents(connection: Connection, companyId: string, ids: readonly string[]): Promise<SearchDocument[]> {
  const { rows } = await sql<Row>`
    select c.id, c.title, c.excerpt as summary, c.plain_text as text, c.account_id as "accountId",
      c.cover_file_id as "coverFileId", c.published_by as "authorId", c.published_at as "publishedAt",
      c.read_count as heat,
      coalesce((select jsonb_agg(k.cues order by k.language) from contents.content_caption s
        join contents.caption k on k.id = s.caption_id
        where s.content_id = c.id and s.is_published), '[]') as tracks
    from contents.content c
    where c.id = any(${[...ids]}::uuid[]) and c.company_id = ${companyId} and c.is_listed and c.removed_at is null`.execute(
    contentsTables(connection),
  )
  const found = rows.map(({ id }) => id)
  const topics = await topicsOf(connection, companyId, contentBusinessType, found)
  const names = await accountNamesOf(
    connection,
    companyId,
    rows.map(({ accountId }) => accountId),
  )
  return rows.map(({ text, accountId, tracks, ...row }) => {
    const at = { source: row.title, link: `/share-content-detail/${row.id}` }
    return {
      ...{ ...row, link: at.link },
      keywords: [names.get(accountId) ?? null, ...(topics.get(row.id) ?? []).map(({ name }) => name)],
      passages: [...(text === '' ? [] : [{ ...at, text }]), ...tracks.flatMap((cues) => captionPassages(cues, at))],
    }
  })
}

export const searchedContent = searchKind({
  kind: 'content',
  filter: 'expert-content',
  label: { cn: '社区内容', en: 'Community content' },
  businessType: contentBusinessType,
  openSql: (caller) => sql`exists (select from contents.content c where c.id = d.item_id and c.removed_at is null
    and ${listedSql(caller, 'c')})`,
  readSql: (caller, now) => openToReaderSql(caller, sql`d.item_id`, now),
  documents,
  ids: idsOf('contents.content'),
})

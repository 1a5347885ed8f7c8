/** Captions of videos: uploaded by an author, named by drafts and changes, and read with the content. */
import { type RawBuilder, sql } from 'kysely'
import { Type } from 'typebox'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { accountForPublishing, memberAccountsSql } from '#modules/community/community/server.ts'
import type { CaptionTrack, Cue } from '#modules/content/playback/contract.ts'
import { languageName, parseCaptions } from '#modules/content/playback/server.ts'
import { fileById, ownsFile } from '#modules/platform/files/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { type DraftFields, VIDEO_LENGTH_MAX } from '../contract/shapes.ts'
import type { contents } from '../contract.ts'
import { type ContentsDb, contentsTables } from './db.ts'
import { assertOneOpen } from './gates.ts'
import { moderatesSql, visibleContentSql } from './visible.ts'

const trackColumns = sql`k.id, k.language, k.label, k.cue_count as "cueCount"`

/** The video that the captions are for: the caller’s own, or that of a content of the account. */
async function lengthOfVideo(db: ContentsDb, caller: Caller, accountId: string, fileId: string): Promise<number> {
  const file = await fileById(db, caller.companyId, fileId)
  if (!file) throw refuse(NOT_FOUND)
  if (!(await ownsFile(db, caller, fileId))) {
    const shown = await db
      .selectFrom('contents.content')
      .select('id')
      .where('file_id', '=', fileId)
      .where('account_id', '=', accountId)
      .where('company_id', '=', caller.companyId)
      .executeTakeFirst()
    if (!shown) throw refuse(NOT_FOUND)
  }
  if (!file.contentType.startsWith('video/'))
    throw refuse(INVALID_INPUT, { fields: [{ path: 'fileId', rule: 'kind', message: 'must be video/*' }] })
  return file.durationMs ?? VIDEO_LENGTH_MAX
}

/** Keeps what a caption file says, for a draft to name. Nobody but its author reads it before it is published. */
export async function saveCaption(
  db: ContentsDb,
  caller: Caller,
  { accountId, fileId, language, text }: Input<typeof contents.saveCaption>['body'],
  now: number,
): Promise<CaptionTrack> {
  await accountForPublishing(db, caller, accountId, false)
  const cues = parseCaptions(text, await lengthOfVideo(db, caller, accountId, fileId))
  const label = languageName(language)
  await assertClean(db, caller.companyId, { text: textOf(cues) })
  const track = { id: uuid(), language, label }
  await db
    .insertInto('contents.caption')
    .values({
      ...{ ...track, company_id: caller.companyId, member_id: caller.memberId },
      ...{ cues: JSON.stringify(cues), cue_count: cues.length, created_at: now },
    })
    .execute()
  return { ...track, cueCount: cues.length }
}

const textOf = (cues: readonly Cue[]) => cues.map(({ text }) => text).join('\n')

/** The captions for whoever may read a content that shows them, for their author, and for the account and moderators. */
export async function readCaption(
  db: ContentsDb,
  caller: Caller,
  id: string,
  now: number,
): Promise<CaptionTrack & { cues: Cue[] }> {
  const showing = (where: RawBuilder<boolean>) => sql`from contents.content_caption n
    join contents.content c on c.id = n.content_id where n.caption_id = k.id and ${where}`
  const { rows } = await sql<CaptionTrack & { cues: Cue[]; isOwn: boolean; contentIds: string[] }>`
    select * from (
      select ${trackColumns}, k.cues, k.member_id = ${caller.memberId} or exists (select ${showing(
        sql<boolean>`(c.account_id in ${memberAccountsSql(caller)} or ${moderatesSql(caller)})`,
      )}) as "isOwn",
        array(select c.id ${showing(sql<boolean>`n.is_published and ${visibleContentSql(caller, 'c')}`)}) as "contentIds"
      from contents.caption k where k.id = ${id} and k.company_id = ${caller.companyId}) found
    where "isOwn" or cardinality("contentIds") > 0`.execute(db)
  if (!rows[0]) throw refuse(NOT_FOUND)
  const { isOwn, contentIds, ...caption } = rows[0]
  if (!isOwn) await assertOneOpen(db, caller, contentIds, now)
  return caption
}

/** What readers of the content can choose from. */
export async function captionsOfContent(db: ContentsDb, contentId: string): Promise<CaptionTrack[]> {
  const { rows } = await sql<CaptionTrack>`
    select ${trackColumns} from contents.caption k join contents.content_caption n on n.caption_id = k.id
    where n.content_id = ${contentId} and n.is_published order by k.language`.execute(db)
  return rows
}

/**
 * Refuses captions that are neither the caller’s nor of the content, and two in one language. Answers the text of those that readers
 * do not see yet.
 */
export async function newCaptionText(
  db: ContentsDb,
  caller: Caller,
  { fields, contentId }: { readonly fields: DraftFields; readonly contentId: string | undefined },
): Promise<string> {
  const ids = fields.captions.map(({ id }) => id)
  if (ids.length === 0) return ''
  const { rows } = await sql<{ language: string; isPublished: boolean; cues: Cue[] }>`
    select k.language, coalesce(n.is_published, false) as "isPublished", k.cues from contents.caption k
    left join contents.content_caption n on n.caption_id = k.id and n.content_id = ${contentId ?? null}
    where k.id = any(${ids}::uuid[]) and k.company_id = ${caller.companyId}
      and (k.member_id = ${caller.memberId} or n.caption_id is not null)`.execute(db)
  if (rows.length < ids.length && new Set(ids).size === ids.length) throw refuse(NOT_FOUND)
  if (new Set(rows.map(({ language }) => language)).size < ids.length) {
    const message = 'must have one file a language'
    throw refuse(INVALID_INPUT, { fields: [{ path: 'fields.captions', rule: 'unique', message }] })
  }
  return rows.flatMap(({ isPublished, cues }) => (isPublished ? [] : [textOf(cues)])).join('\n')
}

interface NamedCaptions {
  /** Of the content. */
  readonly id: string
  readonly fields: DraftFields
  /** Readers see them; false for a change that waits for its review. */
  readonly isPublished: boolean
}

/** Ties captions to the content. Those of a change wait beside what readers see, and what is published takes the place of both. */
export async function nameCaptions(
  db: ContentsDb,
  { companyId }: Pick<Caller, 'companyId'>,
  { id, fields, isPublished }: NamedCaptions,
): Promise<void> {
  const ids = fields.captions.map((caption) => caption.id)
  await sql`delete from contents.content_caption n where n.content_id = ${id} and not n.caption_id = any(${ids}::uuid[])
    and (${isPublished} or not n.is_published)`.execute(db)
  // What is gone by now is left out.
  await sql`insert into contents.content_caption (content_id, caption_id, company_id, is_published)
    select ${id}, k.id, ${companyId}, ${isPublished} from contents.caption k
    where k.id = any(${ids}::uuid[]) and k.company_id = ${companyId}
    on conflict (content_id, caption_id)
      do update set is_published = content_caption.is_published or excluded.is_published`.execute(db)
}

/** A draft that is on one device alone may name captions that the server knows of no draft. */
const KEPT_MS = 30 * 86_400_000
const BATCH = 1000

/** Every night it deletes the captions that no content and no draft names any more. */
export const captionsCleanup = job({
  name: 'contents.captions-cleanup',
  payload: Type.Object({}),
  cron: '20 4 * * *',
  async run(connection, _, { now }) {
    const db = contentsTables(connection)
    const { rows } = await sql`
      delete from contents.caption where id in (
        select k.id from contents.caption k
        where k.created_at < ${now - KEPT_MS}
          and not exists (select from contents.content_caption n where n.caption_id = k.id)
          and not exists (select from contents.draft d where d.member_id = k.member_id
            and d.fields -> 'captions' @> jsonb_build_array(jsonb_build_object('id', k.id)))
        order by k.created_at, k.id limit ${BATCH}) returning id`.execute(db)
    if (rows.length === BATCH) await enqueue(db, captionsCleanup, {}, { key: 'contents.captions-cleanup' })
  },
})

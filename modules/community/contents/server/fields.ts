/** What an author writes: its names for choosers, and the checks before it is published. */
import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { INVALID_INPUT, NOT_FOUND, refuse } from '#kit/errors.ts'
import { visibleLength } from '#kit/visible-length.ts'
import { assertOwnCircles, circleNames } from '#modules/community/community/server.ts'
import { articleText, cleanArticle } from '#modules/content/catalog/server.ts'
import { topicNames } from '#modules/content/topics/server.ts'
import { fileById, ownsFile } from '#modules/platform/files/server.ts'
import { assertMembersOfCompany, membersByIds, organizationNames } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { emptyFields } from '../contract/empty-fields.ts'
import { type ContentType, type DraftFields, TEXT_MAX, TITLE_MAX } from '../contract/shapes.ts'
import { newCaptionText } from './captions.ts'
import type { ContentsDb } from './db.ts'

const EXCERPT_MAX = 200

export const excerptOf = (plain: string) => [...plain.replace(/\s+/gu, ' ')].slice(0, EXCERPT_MAX).join('')

/** A field that is not stored yet is empty: drafts and changes outlive what is added to them. */
export const wholeFields = (stored: unknown): DraftFields => ({ ...emptyFields, ...(stored as Partial<DraftFields>) })

const named = (ids: readonly string[], names: ReadonlyMap<string, string>) =>
  ids.flatMap((id) => {
    const name = names.get(id)
    return name === undefined ? [] : [{ id, name }]
  })

/** The names of what is chosen in the fields; what is gone by now has none. */
export async function namesOf(db: ContentsDb, companyId: string, fields: DraftFields) {
  const members = await membersByIds(db, companyId, fields.coAuthorIds)
  const fullNames = new Map([...members].map(([id, member]) => [id, member.fullName]))
  return {
    topics: named(fields.topicIds, await topicNames(db, companyId, fields.topicIds)),
    coAuthors: named(fields.coAuthorIds, fullNames),
    organizations: named(fields.organizationIds, await organizationNames(db, companyId, fields.organizationIds)),
    circles: named(fields.circleIds, await circleNames(db, companyId, fields.circleIds)),
  }
}

const wrong = (path: string, rule: string, message: string) =>
  refuse(INVALID_INPUT, { fields: [{ path: `fields.${path}`, rule, message }] })

/** Files of the caller, or those that the content has already. A cover is a picture. */
async function assertFile(
  db: ContentsDb,
  caller: Caller,
  fileId: string,
  { path, known, type }: { path: string; known: readonly (string | null)[]; type?: string },
): Promise<void> {
  const file = await fileById(db, caller.companyId, fileId)
  if (!file || !(known.includes(fileId) || (await ownsFile(db, caller, fileId)))) throw refuse(NOT_FOUND)
  if (type !== undefined && !file.contentType.startsWith(type)) throw wrong(path, 'kind', `must be ${type}*`)
}

async function assertOrganizations(db: ContentsDb, companyId: string, ids: readonly string[]): Promise<void> {
  const known = await organizationNames(db, companyId, ids)
  if (ids.some((id) => !known.has(id))) throw refuse(NOT_FOUND)
}

export interface CheckedFields {
  readonly title: string
  readonly html: string
  readonly plain: string
  readonly excerpt: string
  /** Sensitive words that somebody has to look at. */
  readonly reviewWords: readonly string[]
}

export interface Before {
  readonly id: string
  readonly coverFileId: string | null
  readonly fileId: string | null
}

/** An article has a text, a video and a file have their file. */
function assertComplete(type: ContentType, fields: DraftFields, title: string, plain: string): void {
  if (title === '') throw wrong('title', 'minLength', `must have 1 to ${TITLE_MAX} characters`)
  if ([...title].length > TITLE_MAX) throw wrong('title', 'maxLength', `must have 1 to ${TITLE_MAX} characters`)
  const length = visibleLength(plain)
  if (length > TEXT_MAX) throw wrong('html', 'maxLength', `must have at most ${TEXT_MAX} characters, and has ${length}`)
  if (type === 1 && length === 0 && !/<(?:img|audio|video|table)\b/.test(fields.html))
    throw wrong('html', 'minLength', `must have 1 to ${TEXT_MAX} characters`)
  if (type !== 1 && fields.fileId === null) throw wrong('fileId', 'required', 'is needed')
  if (fields.visibility === 1 && fields.organizationIds.length === 0)
    throw wrong('organizationIds', 'minItems', 'must name an organization')
  if (fields.visibility === 2 && fields.circleIds.length === 0)
    throw wrong('circleIds', 'minItems', 'must name a circle')
}

/** Refuses what can’t be published, and answers the text as it is kept. */
export async function checkFields(
  db: ContentsDb,
  caller: Caller,
  { type, fields, before }: { type: ContentType; fields: DraftFields; before: Before | undefined },
): Promise<CheckedFields> {
  const { companyId } = caller
  const title = fields.title.trim()
  const html = cleanArticle(fields.html)
  const plain = articleText(html)
  assertComplete(type, { ...fields, html }, title, plain)
  const known = [before?.coverFileId ?? null, before?.fileId ?? null]
  if (fields.coverFileId !== null) {
    await assertFile(db, caller, fields.coverFileId, { path: 'coverFileId', known, type: 'image/' })
  }
  if (fields.fileId !== null) {
    const kind = type === 2 ? { type: 'video/' } : {}
    await assertFile(db, caller, fields.fileId, { path: 'fileId', known, ...kind })
  }
  await assertMembersOfCompany(db, companyId, fields.coAuthorIds)
  await assertOrganizations(db, companyId, fields.visibility === 1 ? fields.organizationIds : [])
  await assertOwnCircles(db, caller, fields.circleIds, before?.id)
  const captions = type === 2 ? await newCaptionText(db, caller, { fields, contentId: before?.id }) : ''
  const { review } = await assertClean(db, companyId, {
    'fields.title': title,
    'fields.html': plain,
    'fields.source': fields.source,
    'fields.license': fields.license,
    'fields.chapters': fields.chapters.map((chapter) => chapter.title).join('\n'),
    'fields.captions': captions,
  })
  return {
    title,
    html,
    plain,
    excerpt: excerptOf(plain),
    reviewWords: review,
  }
}

/** The fields of a content as its editor loads them. */
export async function fieldsOfContent(
  db: ContentsDb,
  contentId: string,
): Promise<Pick<DraftFields, 'coAuthorIds' | 'organizationIds' | 'circleIds'>> {
  const { rows } = await sql<{ coAuthorIds: string[]; organizationIds: string[]; circleIds: string[] }>`
    select
      array(select member_id from contents.coauthor where content_id = ${contentId} order by sort) as "coAuthorIds",
      array(select organization_id from contents.content_organization where content_id = ${contentId}) as "organizationIds",
      array(select circle_id from contents.content_circle where content_id = ${contentId}) as "circleIds"`.execute(db)
  return rows[0] ?? { coAuthorIds: [], organizationIds: [], circleIds: [] }
}

/**
 * Courses in the search: the newest version as learners see it, with what its texts say and what is spoken in its videos. The texts
 * of a section are for those who may study the course; of others, only the names of its parts are found.
 */
import { sql } from 'kysely'
import { isOpenSql } from '#modules/commerce/prices/server.ts'
import { plainText } from '#modules/content/catalog/server.ts'
import type { Cue } from '#modules/content/playback/contract.ts'
import { captionPassages } from '#modules/content/playback/server.ts'
import { idsOf, type Passage, type SearchDocument, searched } from '#modules/insight/search/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { businessType } from '../contract/wire.ts'
import { coursesTables } from './db.ts'

type CourseRow = Omit<SearchDocument, 'link' | 'passages' | 'keywords' | 'texts'> & {
  readonly category: string | null
  readonly description: string
}

interface SectionRow {
  readonly courseId: string
  readonly id: string
  readonly title: string
  readonly chapter: string
  readonly body: string | null
  readonly tracks: readonly (readonly Cue[])[]
}

const courseLink = (id: string) => `/study/course/detail/${id}`

function passagesOf({ courseId, id, title, body, tracks }: SectionRow): Passage[] {
  const at = { source: title, link: `${courseLink(courseId)}?section=${id}` }
  const text = body === null ? '' : plainText(body)
  return [...(text === '' ? [] : [{ ...at, text }]), ...tracks.flatMap((cues) => captionPassages(cues, at))]
}

/** The sections of the versions that learners start now. */
async function sectionsOf(connection: Connection, ids: readonly string[]): Promise<Map<string, SectionRow[]>> {
  const { rows } = await sql<SectionRow>`
    select s.course_id as "courseId", s.id, s.title, ch.title as chapter, s.body,
      coalesce((select jsonb_agg(t.cues order by t.language) from courses.caption t
        where t.course_id = s.course_id and t.section_id = s.id), '[]') as tracks
    from courses.course c join courses.section s on s.version_id = c.published_version_id
    join courses.chapter ch on ch.version_id = s.version_id and ch.id = s.chapter_id
    where c.id = any(${[...ids]}::uuid[]) order by ch.sort, s.sort`.execute(coursesTables(connection))
  return Map.groupBy(rows, ({ courseId }) => courseId)
}

async function documents(connection: Connection, companyId: string, ids: readonly string[]): Promise<SearchDocument[]> {
  const { rows } = await sql<CourseRow>`
    select c.id, c.name as title, c.summary, c.description, c.cover_file_id as "coverFileId",
      c.author_id as "authorId", c.category_id as "categoryId", c.published_at as "publishedAt",
      (select g.name from courses.category g where g.id = c.category_id) as category,
      coalesce((select n.learner_count from courses.course_counter n where n.course_id = c.id), 0) as heat
    from courses.course c
    where c.id = any(${[...ids]}::uuid[]) and c.company_id = ${companyId} and c.status = 'on-shelf'
      and c.deleted_at is null`.execute(coursesTables(connection))
  const sections = await sectionsOf(
    connection,
    rows.map(({ id }) => id),
  )
  return rows.map(({ category, description, ...row }) => {
    const own = sections.get(row.id) ?? []
    const names = [...new Set(own.map(({ chapter }) => chapter)), ...own.map(({ title }) => title)]
    return {
      ...{ ...row, link: courseLink(row.id), keywords: [category] },
      ...{ texts: [plainText(description), names.join('\n')], passages: own.flatMap(passagesOf) },
    }
  })
}

export const searchedCourse = searched({
  ...{ kind: 'course', filter: 'course', documents, ids: idsOf('courses.course') },
  readSql: (caller, now) =>
    isOpenSql(
      caller,
      {
        ...{ businessType, id: sql`d.item_id` },
        hadSince: sql`(select r.registered_at from courses.registration r
          where r.course_id = d.item_id and r.member_id = ${caller.memberId})`,
      },
      now,
    ),
})

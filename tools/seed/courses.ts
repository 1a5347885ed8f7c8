/** The courses of the demo data: their files, brought in through the files module, and their rows. */
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { previewableKinds } from '#modules/learning/courses/contract/wire.ts'
import { unitOf } from '#modules/learning/courses/server/study/completion-rules.ts'
import type { FileInfo, FileKindName } from '#modules/platform/files/contract.ts'
import { storeFile } from '#modules/platform/files/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf, otherCompanyId } from './companies.ts'
import { type CoursePlan, coursePlans, demoFolder, people, type SectionPlan } from './content.ts'
import type { Row } from './rows.ts'

const dayMs = 86_400_000

export interface DemoSection {
  readonly id: string
  readonly kind: SectionPlan['kind']
  readonly required: boolean
  /** Length in the unit in which watching is counted. */
  readonly unitCount: number
}

export interface DemoCourse {
  readonly id: string
  readonly key: string
  readonly versionId: string
  readonly companyId: string
  readonly publishedAt: number
  readonly sections: readonly DemoSection[]
}

export const courseIdOf = (key: string): string => idOf(`course ${key}`)
const categoryIdOf = (...path: string[]) => idOf(`category ${path.join('/')}`)
export const fileIdOf = (name: string) => idOf(`file ${name}`)

interface FilePlan {
  readonly path: string
  readonly kind: FileKindName
  /** Shown to people. */
  readonly name: string
  readonly ownerKey: string
}

function filePlans(): FilePlan[] {
  return coursePlans.courses.flatMap((course) => [
    { path: course.cover, kind: 'cover', name: `${course.name}.jpg`, ownerKey: course.lecturer } as const,
    ...course.chapters.flatMap(({ sections }) =>
      sections.flatMap((section) => {
        if (!('file' in section)) return []
        const extension = section.file.slice(section.file.lastIndexOf('.'))
        return [
          { path: section.file, kind: section.kind, name: `${section.title}${extension}`, ownerKey: course.lecturer },
        ]
      }),
    ),
  ])
}

/** Brings all media in, as uploads are: checked, measured, stored. What is there already stays, so it may be repeated. */
export async function storeDemoFiles(
  connection: Connection,
  outside: Outside,
  now: number,
): Promise<ReadonlyMap<string, FileInfo>> {
  const stored = new Map<string, FileInfo>()
  for (const { path, kind, name, ownerKey } of filePlans()) {
    // The bytes, not the path: the store might keep a second name of our own file.
    const content = await readFile(join(demoFolder, 'media', path))
    const input = {
      id: fileIdOf(path),
      companyId: demoCompanyId,
      ownerId: memberIdOf(ownerKey),
      kind,
      name,
      content,
      now,
    }
    stored.set(path, await storeFile(connection, outside, input))
  }
  return stored
}

async function contentOf(section: SectionPlan, files: ReadonlyMap<string, FileInfo>) {
  const none = { file_id: null as string | null, url: null as string | null, body: null as string | null }
  const whole = { ...none, duration_ms: 0, page_count: 0, unit_count: 1 }
  if (section.kind === 'link') return { ...whole, url: section.url }
  if (section.kind === 'text') {
    const body = await readFile(join(demoFolder, 'text', section.text), 'utf8')
    return { ...whole, body: body.trim() }
  }
  const file = files.get(section.file)
  const unitCount = unitOf(section.kind) === 'ms' ? file?.durationMs : file?.pages
  if (!file || !unitCount) throw new Error(`${basename(section.file)} has no length`)
  const isPages = section.kind === 'pdf'
  return {
    ...none,
    file_id: file.id,
    duration_ms: isPages ? 0 : unitCount,
    page_count: isPages ? unitCount : 0,
    unit_count: unitCount,
  }
}

interface CourseRows {
  readonly course: Row
  readonly version: Row
  readonly chapters: Row[]
  readonly sections: (Row & { readonly id: string; readonly required: boolean; readonly unit_count: number })[]
}

type Home = { companyId: string; organizationId: string; categoryId: string | null; coverId: string | null; at: number }

async function courseRows(plan: CoursePlan, home: Home, files: ReadonlyMap<string, FileInfo>): Promise<CourseRows> {
  const { companyId, at } = home
  const id = courseIdOf(plan.key)
  const versionId = idOf(`version ${plan.key}`)
  const chapters = plan.chapters.map(({ title }, sort) => ({
    version_id: versionId,
    id: idOf(`chapter ${plan.key} ${sort}`),
    company_id: companyId,
    title,
    sort,
  }))
  const placed = plan.chapters.flatMap(({ sections }, chapter) => sections.map((section) => ({ section, chapter })))
  const sections = await Promise.all(
    placed.map(async ({ section, chapter }, sort) => ({
      version_id: versionId,
      id: idOf(`section ${plan.key} ${section.title}`),
      chapter_id: idOf(`chapter ${plan.key} ${chapter}`),
      company_id: companyId,
      course_id: id,
      title: section.title,
      kind: section.kind,
      required: section.required,
      sort,
      // Who has not registered may try the beginning.
      free_preview: sort === 0 && previewableKinds.includes(section.kind),
      ...(await contentOf(section, files)),
    })),
  )
  const lecturerId = memberIdOf(plan.lecturer)
  const course = {
    id,
    company_id: companyId,
    organization_id: home.organizationId,
    author_id: lecturerId,
    lecturer_id: lecturerId,
    category_id: home.categoryId,
    name: plan.name,
    summary: plan.summary,
    description: plan.description,
    cover_file_id: home.coverId,
    publish_client: 0,
    status: 'on-shelf',
    visible_to_all: true,
    watermark: plan.watermark === true,
    revision: 1,
    draft_version_id: null,
    published_version_id: versionId,
    version_number: 1,
    section_count: sections.length,
    duration_ms: sections.reduce((sum, section) => sum + section.duration_ms, 0),
    published_at: at,
    off_shelf_at: null,
    created_at: at - 7 * dayMs,
    updated_at: at,
  }
  const version = {
    id: versionId,
    course_id: id,
    company_id: companyId,
    number: 1,
    created_at: at - dayMs,
    published_at: at,
  }
  return { course, version, chapters, sections }
}

function categoryRows(now: number): Row[] {
  const created_at = now - 400 * dayMs
  return coursePlans.categories.flatMap(({ name, children }, sort) => {
    const id = categoryIdOf(name)
    const common = { company_id: demoCompanyId, created_at }
    return [
      { ...common, id, parent_id: null as string | null, name, sort, path: [id] },
      ...children.map((child, childSort) => {
        const childId = categoryIdOf(name, child)
        return {
          ...common,
          id: childId,
          parent_id: id as string | null,
          name: child,
          sort: childSort,
          path: [id, childId],
        }
      }),
    ]
  })
}

/** A text course of the second company: whoever sees it elsewhere has found a hole. */
function otherPlan(): CoursePlan {
  const { name, summary, description, chapter, section } = people.otherCompany.course
  return {
    key: 'other',
    name,
    category: ['', ''],
    lecturer: 'other-lecturer',
    cover: '',
    summary,
    description,
    chapters: [{ title: chapter, sections: [{ title: section, kind: 'link', url: 'about:blank', required: true }] }],
  }
}

async function otherRows(now: number): Promise<CourseRows> {
  const home = { companyId: otherCompanyId, organizationId: otherCompanyId, categoryId: null, coverId: null }
  const rows = await courseRows(otherPlan(), { ...home, at: now - 60 * dayMs }, new Map())
  const asText = { kind: 'text', url: null, body: people.otherCompany.course.body }
  return { ...rows, sections: rows.sections.map((section) => ({ ...section, ...asText })) }
}

/** Rows by table in the order of insertion, and what progress needs to know of the demo company's courses. */
export async function courseTables(
  files: ReadonlyMap<string, FileInfo>,
  organizationOf: ReadonlyMap<string, string>,
  now: number,
): Promise<{ tables: [string, Row[]][]; courses: DemoCourse[] }> {
  const all: CourseRows[] = []
  for (const [index, plan] of coursePlans.courses.entries()) {
    const [parent, child] = plan.category
    const home: Home = {
      companyId: demoCompanyId,
      organizationId: organizationOf.get(memberIdOf(plan.lecturer)) ?? demoCompanyId,
      categoryId: categoryIdOf(parent, child),
      coverId: files.get(plan.cover)?.id ?? null,
      // The first of the list is the newest on the shelf.
      at: now - (12 + index * 17) * dayMs,
    }
    all.push(await courseRows(plan, home, files))
  }
  const courses = all.map(({ course, version, sections }, index) => ({
    id: course.id as string,
    key: coursePlans.courses[index]?.key ?? '',
    versionId: version.id as string,
    companyId: demoCompanyId,
    publishedAt: course.published_at as number,
    sections: sections.map((section) => ({
      id: section.id,
      kind: section.kind as SectionPlan['kind'],
      required: section.required,
      unitCount: section.unit_count,
    })),
  }))
  all.push(await otherRows(now))
  return {
    courses,
    tables: [
      ['courses.category', categoryRows(now)],
      ['courses.course', all.map((rows) => rows.course)],
      ['courses.course_version', all.map((rows) => rows.version)],
      ['courses.chapter', all.flatMap((rows) => rows.chapters)],
      ['courses.section', all.flatMap((rows) => rows.sections)],
    ],
  }
}

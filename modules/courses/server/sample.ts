/** A row of a company in every table of courses: what hostile calls of another company are not to reach. */
import { buildFile } from '#modules/files/server/build.ts'
import type { Connection } from '#server/db/connection.ts'
import { buildCategory, buildCourse, buildLearner } from './build.ts'

interface Person {
  readonly id: string
  readonly companyId: string
  readonly organizationId: string
}

interface Sample {
  readonly companyId: string
  readonly organizationId: string
  readonly chief: Person
  readonly learner: Person
  readonly marker: string
  readonly now: number
}

export async function buildSample(connection: Connection, sample: Sample): Promise<void> {
  const { companyId, organizationId, chief, learner, marker, now } = sample
  const category = await buildCategory(connection, { companyId, name: marker, now })
  const file = await buildFile(connection, { companyId, ownerId: chief.id, durationMs: 600_000, now })
  const course = await buildCourse(connection, {
    author: chief,
    name: `${marker} course`,
    summary: marker,
    categoryId: category.id,
    visibleOrganizationIds: [organizationId],
    chapters: [
      {
        title: `${marker} chapter`,
        sections: [
          { kind: 'video', title: `${marker} film`, fileId: file.id, durationMs: 600_000 },
          { kind: 'text', title: `${marker} text`, body: `<p>${marker}</p>` },
          { kind: 'link', title: `${marker} link` },
        ],
      },
    ],
    now,
  })
  await buildCourse(connection, { author: chief, name: `${marker} draft`, status: 'draft', now })
  const watched = course.sections.slice(0, 1).map((section) => ({ section, share: 0.5 }))
  await buildLearner(connection, { member: learner, course, watched, registeredAt: now })
}

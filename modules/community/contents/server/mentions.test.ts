/** Colleagues named in an article hear of it once they can read it, and nobody else does. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { buildCircleOf } from '#modules/community/community/server/circles.fixture.ts'
import { type BuiltMember, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { testPlatform } from '#test/harness.ts'
import { contentScene } from './scene.fixture.ts'

const platform = testPlatform()
const { scene, as, fields, publish } = contentScene(platform)
const naming = (...members: readonly { readonly id: string }[]) =>
  `<p>${members.map(({ id }) => `<span data-member="${id}">@同事</span>`).join('')}请看</p>`

/** How often each member has heard that an article names them. */
async function heard(...members: readonly BuiltMember[]): Promise<number[]> {
  await platform.runJobs()
  const counts: number[] = []
  for (const { id } of members) {
    const { rows } = await sql<{ times: number }>`select coalesce(sum(n.repeats), 0)::int as times
      from messages.notification n join messages.message m on m.id = n.message_id
      where n.member_id = ${id} and m.type = 'content.mentioned'`.execute(platform.root)
    counts.push(rows[0]?.times ?? 0)
  }
  return counts
}
const someone = () => buildMember(platform.db, { companyId: scene.companyId, now: platform.now })

describe('members named in an article', () => {
  it('hear of it once it appears, each once, and its author and co-authors do not', async () => {
    const html = naming(scene.reader, scene.reader, scene.author, scene.owner, scene.stranger)
    await publish({ html, coAuthorIds: [scene.owner.id] })
    expect(await heard(scene.reader, scene.author, scene.owner, scene.stranger)).toEqual([1, 0, 0, 0])
  })

  it('hear of a change that begins to name them, and not again of one that still does', async () => {
    const late = await someone()
    const { id } = await publish({ html: naming(scene.reader) })
    await as(scene.author).change({ body: { id, revision: 1, fields: fields({ html: naming(scene.reader, late) }) } })
    expect(await heard(scene.reader, late)).toEqual([1, 1])
  })

  it('hear nothing of a scheduled article before its time, nor of a draft', async () => {
    const publishAt = platform.now + 3_600_000
    await publish({ html: naming(scene.reader), publishAt })
    expect(await heard(scene.reader)).toEqual([0])
    platform.now = publishAt
    // The queue goes by the database's clock.
    await sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`.execute(platform.root)
    expect(await heard(scene.reader)).toEqual([1])
  })

  it('hear nothing of an article that they may not read, or that is gone by then', async () => {
    const inside = await someone()
    const circleId = await buildCircleOf(platform.db, {
      ...{ companyId: scene.companyId, memberIds: [scene.author.id, inside.id] },
    })
    await publish({ title: '圈内', html: naming(scene.reader, inside), visibility: 2, circleIds: [circleId] })
    expect(await heard(scene.reader, inside)).toEqual([0, 1])
    const { id } = await publish({ title: '马上移除', html: naming(scene.reader) })
    await as(scene.author).remove({ params: { id } })
    expect(await heard(scene.reader)).toEqual([0])
  })
})

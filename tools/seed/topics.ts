/** Topics of the courses, what members say about them, and what they have collected and scored. */

import { topicKey } from '#modules/content/topics/server/topics.ts'
import { businessType } from '#modules/learning/courses/contract/wire.ts'
import { type Chance, chanceOf, idOf } from './chance.ts'
import { type DemoMember, demoCompanyId, memberIdOf } from './companies.ts'
import { coursePlans, discussionPlan } from './content.ts'
import type { DemoCourse } from './courses.ts'
import type { Row } from './rows.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const company_id = demoCompanyId
const courseNames = new Map(coursePlans.courses.map(({ key, name }) => [key, name]))
const topicIdOf = (name: string) => idOf(`topic ${name}`)

interface Figures {
  comment_count: number
  collect_count: number
  score_count: number
  score_sum: number
}

function topicRows(now: number, courses: readonly DemoCourse[]) {
  const types = discussionPlan.types.map(({ name, hidden }, index) => ({
    ...{ id: idOf(`topic type ${name}`), company_id, name, status: 1, shown: hidden !== true, sort: index + 1 },
    created_at: now - 200 * dayMs,
  }))
  const item_topics = courses.flatMap(({ key, id }) =>
    (discussionPlan.courses[key] ?? []).map((name, index) => {
      return { company_id, business_type: businessType, business_id: id, topic_id: topicIdOf(name), sort: index + 1 }
    }),
  )
  const topic = (name: string, type_id: string | null, creator: string) => ({
    ...{ id: topicIdOf(name), company_id, type_id, name, key: topicKey(name) },
    use_count: item_topics.filter(({ topic_id }) => topic_id === topicIdOf(name)).length,
    created_by: memberIdOf(creator),
    created_at: now - 150 * dayMs,
  })
  const topics = [
    ...discussionPlan.types.flatMap(({ name, topics: names }) =>
      names.map((one) => topic(one, idOf(`topic type ${name}`), 'guanli')),
    ),
    ...discussionPlan.free.map((name) => topic(name, null, 'jiangshi')),
  ]
  return { types, topics, item_topics }
}

/** Comments with their answers and likes, each some days after the course appeared. */
function commentRows(
  members: readonly DemoMember[],
  courseOf: ReadonlyMap<string, DemoCourse>,
  now: number,
  chance: Chance,
) {
  const comments: Row[] = []
  const likes: Row[] = []
  for (const plan of discussionPlan.comments) {
    const course = courseOf.get(plan.course)
    if (!course) continue
    const writtenAt = now - chance.whole(2, 60) * dayMs - chance.whole(1, 12) * hourMs
    const id = idOf(`comment ${plan.text}`)
    const row = (text: string, commentId: string, parent_id: string | null, created_at: number) => {
      const author = chance.pick(members)
      return {
        ...{ id: commentId, company_id, business_type: businessType, business_id: course.id, parent_id },
        ...{ replied_to_id: null, member_id: author.id, organization_id: author.organizationId, content: text },
        ...{ like_count: parent_id === null ? plan.likes : 0, flagged: false, created_at },
        reply_count: parent_id === null ? plan.replies.length : 0,
      }
    }
    comments.push(row(plan.text, id, null, writtenAt))
    for (const [index, text] of plan.replies.entries())
      comments.push(row(text, idOf(`comment ${plan.text} ${text}`), id, writtenAt + (index + 1) * 5 * hourMs))
    const fans = new Set<string>()
    while (fans.size < plan.likes) fans.add(chance.pick(members).id)
    for (const member_id of fans) likes.push({ comment_id: id, member_id, company_id, created_at: writtenAt + hourMs })
  }
  return { comments, likes }
}

/** Some of the members have scored and collected each course. */
function reactionRows(members: readonly DemoMember[], courses: readonly DemoCourse[], now: number, chance: Chance) {
  const scores: Row[] = []
  const collected: Row[] = []
  const figures = new Map<string, Figures>()
  for (const course of courses) {
    const item = { company_id, business_type: businessType, business_id: course.id }
    const own: Figures = { comment_count: 0, collect_count: 0, score_count: 0, score_sum: 0 }
    for (const { id: member_id } of members.filter(() => chance.isTrue(0.08))) {
      const stars = chance.pick([5, 5, 5, 4, 4, 4, 3, 2])
      const created_at = now - chance.whole(1, 90) * dayMs
      scores.push({ id: idOf(`score ${member_id} ${course.key}`), ...item, member_id, stars, created_at })
      own.score_count += 1
      own.score_sum += stars
    }
    for (const { id: member_id, key } of members) {
      const isLearner = key === 'xueyuan' && ['python', 'communication', 'data', 'english'].includes(course.key)
      if (!isLearner && !chance.isTrue(0.04)) continue
      const name = courseNames.get(course.key) ?? course.key
      const created_at = now - chance.whole(1, 60) * dayMs
      collected.push({ id: idOf(`collected ${member_id} ${course.key}`), ...item, member_id, name, created_at })
      own.collect_count += 1
    }
    figures.set(course.id, own)
  }
  return { scores, collected, figures }
}

export function topicTables(
  allMembers: readonly DemoMember[],
  allCourses: readonly DemoCourse[],
  now: number,
): [table: string, rows: Row[]][] {
  const members = allMembers.filter(({ companyId }) => companyId === demoCompanyId)
  const courses = allCourses.filter(({ companyId }) => companyId === demoCompanyId)
  const chance = chanceOf('discussion')
  const { types, topics, item_topics } = topicRows(now, courses)
  const courseOf = new Map(courses.map((course) => [course.key, course]))
  const { comments, likes } = commentRows(members, courseOf, now, chance)
  const { scores, collected, figures } = reactionRows(members, courses, now, chance)
  const figureRows = [...figures].map(([business_id, own]) => ({
    ...{ company_id, business_type: businessType, business_id },
    ...own,
    comment_count: comments.filter((comment) => comment.business_id === business_id).length,
  }))
  return [
    ['topics.topic_type', types],
    ['topics.topic', topics],
    ['topics.item_topic', item_topics],
    ['topics.comment', comments],
    ['topics.comment_like', likes],
    ['topics.score', scores],
    ['topics.collected', collected],
    ['topics.item_figures', figureRows],
  ]
}

/** Articles, a video and a file of the share accounts: read, liked, collected and discussed over several days; and drafts. */

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { contentBusinessType, type DraftFields } from '#modules/community/contents/contract/shapes.ts'
import { giveTopics } from '#modules/community/contents/server/contents.fixture.ts'
import { contentsTables } from '#modules/community/contents/server/db.ts'
import { scheduleAt } from '#modules/community/contents/server/scheduling.ts'
import { titleKey } from '#modules/community/contents/server/titles.ts'
import { articleText, cleanArticle } from '#modules/content/catalog/server.ts'
import { storeFile } from '#modules/platform/files/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { type Chance, chanceOf, idOf } from './chance.ts'
import { type DemoContent, demoContents, demoDrafts } from './community-articles.ts'
import { type DemoMember, demoCompanyId, memberIdOf } from './companies.ts'
import { demoFolder } from './content.ts'
import { fileIdOf } from './courses.ts'
import { insertRows, type Row } from './rows.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const company_id = demoCompanyId
const excerptMax = 200
const funnelPicture = 'customer-funnel.png'

export const contentIdOf = (key: string) => idOf(`content ${key}`)
const accountIdOf = (key: string) => idOf(`share account ${key}`)
const fileOf = (name: string | undefined) => (name === undefined ? null : fileIdOf(name))

/** The picture of an article, brought in as an upload of its author. */
export async function storeArticlePictures(connection: Connection, outside: Outside, now: number): Promise<void> {
  const content = await readFile(join(demoFolder, 'media', funnelPicture))
  const of = { id: fileIdOf(funnelPicture), companyId: demoCompanyId, ownerId: memberIdOf('hanqinghe') }
  await storeFile(connection, outside, { ...of, kind: 'rich-image', name: '四月新客漏斗.png', content, now })
}

/** The text as publishing would keep it. */
async function textOf({ key, text }: { readonly key: string; readonly text?: string }) {
  const written = text ?? (await readFile(join(demoFolder, 'articles', `${key}.html`), 'utf8'))
  const html = cleanArticle(written.replace('FUNNEL_FILE', fileIdOf(funnelPicture)))
  const plain = articleText(html)
  return { html, plain, excerpt: [...plain.replace(/\s+/gu, ' ')].slice(0, excerptMax).join('') }
}

interface Activity {
  readonly readings: Row[]
  readonly likings: Row[]
  readonly collected: Row[]
}

/** What the learner of the README has kept to read again. */
const keptByLearner: readonly string[] = ['one-page-report', 'extinguisher-check', 'project-toolbox']

/** The day of the company, counted from 1970-01-01. */
const dayOf = (at: number) => Math.floor((at + 8 * hourMs) / dayMs)

/** Most read in the first days; some of the readers like and keep what they read. */
function activityOf(content: DemoContent, readers: readonly DemoMember[], now: number, chance: Chance): Activity {
  const content_id = contentIdOf(content.key)
  const activity: Activity = { readings: [], likings: [], collected: [] }
  const keeps = (id: string) => id === memberIdOf('xueyuan') && keptByLearner.includes(content.key)
  for (const { id: member_id } of readers.filter(({ id }) => chance.isTrue(content.popularity) || keeps(id))) {
    const age = Math.min(content.daysAgo, Math.floor(chance.next() ** 2 * 12))
    const at = now - (content.daysAgo - age) * dayMs - chance.whole(1, 5) * hourMs
    activity.readings.push({ content_id, member_id, day: dayOf(at), company_id, is_counted: true })
    if (chance.isTrue(0.32)) activity.likings.push({ content_id, member_id, company_id, created_at: at + hourMs / 6 })
    if (!chance.isTrue(0.14) && !keeps(member_id)) continue
    activity.collected.push({
      ...{ id: idOf(`collected ${member_id} ${content.key}`), company_id, member_id, name: content.title },
      ...{ business_type: contentBusinessType, business_id: content_id, created_at: at + hourMs / 6 },
    })
  }
  return activity
}

const commentIdOf = (content: string, text: string) => idOf(`comment ${content} ${text}`)

function talkOf(content: DemoContent, people: ReadonlyMap<string, DemoMember>, publishedAt: number) {
  const comments: Row[] = []
  const likes: Row[] = []
  const step = Math.min(5 * hourMs, (content.daysAgo * dayMs) / 12)
  const add = (one: { by: string; text: string }, at: number, more: Row) => {
    const member_id = memberIdOf(one.by)
    comments.push({
      ...{ id: commentIdOf(content.key, one.text), company_id, member_id, content: one.text, created_at: at },
      ...{ business_type: contentBusinessType, business_id: contentIdOf(content.key), replied_to_id: null },
      ...{ organization_id: people.get(one.by)?.organizationId ?? company_id, flagged: false },
      ...{ parent_id: null, like_count: 0, reply_count: 0, is_best: false, ...more },
    })
  }
  for (const [index, one] of (content.talk ?? []).entries()) {
    const at = publishedAt + (index + 1) * step
    const { likes: fans = [], replies = [], isBest: is_best = false } = one
    add(one, at, { like_count: fans.length, reply_count: replies.length, is_best })
    const comment_id = commentIdOf(content.key, one.text)
    for (const fan of fans)
      likes.push({ comment_id, member_id: memberIdOf(fan), company_id, created_at: at + step / 2 })
    for (const [place, reply] of replies.entries()) add(reply, at + ((place + 1) * step) / 3, { parent_id: comment_id })
  }
  return { comments, likes }
}

interface Placed {
  readonly content: DemoContent
  readonly text: Awaited<ReturnType<typeof textOf>>
  readonly publishedAt: number
  readonly activity: Activity
}

function contentRow({ content, text, publishedAt, activity }: Placed, now: number): Row {
  const { dueInDays, isPinned, isHighlighted, isClosed } = content
  return {
    ...{ id: contentIdOf(content.key), company_id, account_id: accountIdOf(content.account) },
    ...{ organization_id: company_id, published_by: memberIdOf(content.by), type: content.type ?? 1 },
    ...{ title: content.title, title_key: titleKey(content.title), html: text.html, plain_text: text.plain },
    ...{ excerpt: text.excerpt, cover_file_id: fileOf(content.cover), file_id: fileOf(content.file) },
    ...{ chapters: content.chapters ?? [], source: content.source ?? '', license: '', comments_open: true },
    ...{ visibility: content.organizations ? 1 : 0, state: isClosed ? 'closed' : 'active', review_state: 'none' },
    publish_at: dueInDays === undefined ? null : now + dueInDays * dayMs,
    published_at: dueInDays === undefined ? publishedAt : null,
    pinned_at: isPinned ? publishedAt + dayMs : null,
    highlighted_at: isHighlighted ? publishedAt + 2 * hourMs : null,
    ...{ revision: 1, version_count: 1, share_count: 0, hot_score: hotScore(content, activity) },
    ...{ read_count: activity.readings.length, like_count: activity.likings.length },
    ...{ created_at: publishedAt, updated_at: publishedAt },
  }
}

/** As the job computes it that follows within ten minutes. */
function hotScore({ daysAgo, talk = [] }: DemoContent, { readings, likings }: Activity): number {
  const said = talk.reduce((sum, { replies = [] }) => sum + 1 + replies.length, 0)
  return (0.5 + 2 * likings.length + 3 * said + Math.log(1 + readings.length)) / (daysAgo * 24 + 2) ** 1.2
}

const partRows = ({ content, text, publishedAt }: Placed) => {
  const content_id = contentIdOf(content.key)
  return {
    version: {
      ...{ id: idOf(`version ${content.key}`), company_id, content_id, number: 1, title: content.title },
      ...{ html: text.html, written_by: memberIdOf(content.by), written_at: publishedAt },
    },
    coauthors: (content.coAuthors ?? []).map((key, at) => ({
      ...{ content_id, member_id: memberIdOf(key), company_id, sort: at + 1 },
    })),
    organizations: (content.organizations ?? []).map((key) => ({
      ...{ content_id, organization_id: idOf(`organization ${key}`), company_id },
    })),
    notice: {
      ...{ id: idOf(`notice ${content.key}`), company_id, account_id: accountIdOf(content.account) },
      ...{ business_type: contentBusinessType, business_id: content_id, title: content.title },
      ...{ link: `/share-content-detail/${content_id}`, created_at: publishedAt },
    },
  }
}

/** After the share accounts, the topics and the files of courses. */
export async function seedContents(db: Kysely<unknown>, members: readonly DemoMember[], now: number): Promise<void> {
  const chance = chanceOf('community contents')
  const readers = members.filter(({ companyId }) => companyId === demoCompanyId)
  const people = new Map(readers.map((member) => [member.key, member]))
  const placed: Placed[] = []
  for (const content of demoContents)
    placed.push({
      ...{ content, text: await textOf(content), publishedAt: now - content.daysAgo * dayMs - 6 * hourMs },
      activity: activityOf(content, readers, now, chance),
    })
  const shown = placed.filter(({ content }) => content.dueInDays === undefined)
  const talks = shown.map(({ content, publishedAt }) => talkOf(content, people, publishedAt))
  const parts = placed.map(partRows)
  const figures = shown.map(({ content, activity }, index) => ({
    ...{ company_id, business_type: contentBusinessType, business_id: contentIdOf(content.key) },
    ...{ comment_count: talks[index]?.comments.length ?? 0, collect_count: activity.collected.length },
    ...{ score_count: 0, score_sum: 0 },
  }))
  const tables: [table: string, rows: readonly Row[]][] = [
    ['contents.content', placed.map((one) => contentRow(one, now))],
    ['contents.version', parts.map(({ version }) => version)],
    ['contents.coauthor', parts.flatMap(({ coauthors }) => coauthors)],
    ['contents.content_organization', parts.flatMap(({ organizations }) => organizations)],
    ['contents.reading', placed.flatMap(({ activity }) => activity.readings)],
    ['contents.liking', placed.flatMap(({ activity }) => activity.likings)],
    ['topics.collected', placed.flatMap(({ activity }) => activity.collected)],
    ['topics.comment', talks.flatMap(({ comments }) => comments)],
    ['topics.comment_like', talks.flatMap(({ likes }) => likes)],
    ['topics.item_figures', figures],
    [
      'community.account_notice',
      parts.filter((_, index) => placed[index]?.content.dueInDays === undefined).map(({ notice }) => notice),
    ],
    ['contents.draft', await draftRows(now)],
  ]
  for (const [table, rows] of tables) await insertRows(db, table, rows)
  const connection = db as unknown as Connection
  for (const { key, topics, dueInDays } of demoContents) {
    const businessId = contentIdOf(key)
    const topicIds = topics.map((name) => idOf(`topic ${name}`))
    await giveTopics(connection, company_id, businessId, topicIds)
    if (dueInDays !== undefined) await scheduleAt(contentsTables(connection), businessId, now + dueInDays * dayMs)
  }
}

async function draftRows(now: number): Promise<Row[]> {
  const rows = demoDrafts.map(async ({ account, by, hoursAgo, ...draft }) => {
    const fields: DraftFields = {
      ...{
        title: draft.title,
        html: (await textOf(draft)).html,
        coverFileId: null,
        fileId: null,
        chapters: [],
        captions: [],
      },
      ...{ topicIds: [], coAuthorIds: [], source: '', license: '', commentsOpen: true },
      ...{ visibility: 0, organizationIds: [], circleIds: [], publishAt: null },
    }
    return {
      ...{ id: idOf(`draft ${draft.key}`), company_id, member_id: memberIdOf(by), account_id: accountIdOf(account) },
      ...{ content_id: null, type: 1, revision: 4, fields, created_at: now - (hoursAgo + 1) * hourMs },
      updated_at: now - hoursAgo * hourMs,
    }
  })
  return Promise.all(rows)
}

/** Who has studied what, as a year of a real company would leave it: done, half way, started and forgotten. */
import { neededUnits, unitOf } from '#modules/learning/courses/server/study/completion-rules.ts'
import { type Chance, chanceOf } from './chance.ts'
import type { DemoMember } from './companies.ts'
import type { DemoCourse, DemoSection } from './courses.ts'
import type { Row } from './rows.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** The companies of the demo data keep the days of the default time zone, eight hours before UTC. */
const zoneMs = 8 * hourMs

const requiredOfAll = ['security', 'fire', 'compliance']
const completionPercent = 90

/** How much of each section, in order, was studied: 1 is the whole. A missing one was never opened. */
type Shares = readonly (number | undefined)[]

/** What the account of the learner shows: something done, something half way, something only started. */
const learnerShares: Readonly<Record<string, Shares>> = {
  onboarding: [1, 1, 1, 1, 1],
  security: [1, 1, 0.42],
  python: [1, 1, 1],
  communication: [0.63],
  fire: [],
}

interface Watched {
  readonly ranges: readonly (readonly [from: number, to: number])[]
  readonly covered: number
  readonly position: number
}

/** A share of a section, mostly from its beginning, sometimes with a piece that was skipped. */
function watch(section: DemoSection, share: number, chance: Chance): Watched {
  const { unitCount } = section
  const to = Math.min(unitCount, Math.floor(unitCount * share))
  if (to <= 0) return { ranges: [], covered: 0, position: 0 }
  if (unitOf(section.kind) !== 'ms' || !chance.isTrue(0.3)) return { ranges: [[0, to]], covered: to, position: to }
  const gapFrom = Math.floor(to * (0.2 + chance.next() * 0.4))
  const gapTo = gapFrom + Math.floor(to * 0.06)
  return {
    ranges: [
      [0, gapFrom],
      [gapTo, to],
    ],
    covered: to - (gapTo - gapFrom),
    position: to,
  }
}

function studyMsOf(section: DemoSection, covered: number, chance: Chance): number {
  switch (section.kind) {
    case 'video':
    case 'audio':
      return Math.round(covered * (1 + chance.next() * 0.3))
    case 'pdf':
      return covered * chance.whole(40_000, 110_000)
    case 'text':
      return covered * chance.whole(70_000, 240_000)
    case 'link':
      return covered * chance.whole(20_000, 60_000)
  }
}

/** Whether a member takes a course at all. */
function takes(member: DemoMember, course: DemoCourse, chance: Chance): boolean {
  if (requiredOfAll.includes(course.key)) return chance.isTrue(0.88)
  if (course.key === 'onboarding') return chance.isTrue(member.hiredAt > course.publishedAt - 90 * dayMs ? 0.95 : 0.12)
  const near: Readonly<Record<string, readonly string[]>> = {
    service: ['service', 'delivery'],
    english: ['east', 'south', 'purchasing', 'planning'],
    python: ['finance', 'quality', 'operations', 'planning'],
    data: ['finance', 'brand', 'planning', 'east'],
    project: ['projects', 'delivery', 'planning'],
  }
  return chance.isTrue(near[course.key]?.includes(member.organization) ? 0.7 : 0.24)
}

function sharesOf(course: DemoCourse, chance: Chance): Shares {
  const fate = chance.next()
  if (fate < 0.1) return []
  if (fate < 0.6) return course.sections.map((section) => (section.required || chance.isTrue(0.4) ? 1 : undefined))
  const whole = chance.whole(0, course.sections.length - 1)
  return [...Array.from({ length: whole }, () => 1), 0.1 + chance.next() * 0.7]
}

/** An instant of a working day, in the hours in which people study. */
function studyInstant(day: number, now: number, chance: Chance): number {
  const hour = chance.pick([8, 9, 10, 11, 12, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21])
  const midnight = Math.floor((day + zoneMs) / dayMs) * dayMs - zoneMs
  return Math.min(midnight + hour * hourMs + chance.whole(0, 59) * minuteMs, now - chance.whole(3, 50) * minuteMs)
}

const dayOf = (instant: number) => new Date(instant + zoneMs).toISOString().slice(0, 10)

interface Learner {
  readonly registration: Row
  readonly progress: readonly Row[]
  readonly times: readonly (Row & { readonly study_ms: number; readonly last_at: number })[]
}

function learnerRows(member: DemoMember, course: DemoCourse, shares: Shares, now: number, chance: Chance): Learner {
  const common = { member_id: member.id, course_id: course.id, company_id: course.companyId }
  const earliest = Math.max(course.publishedAt, member.hiredAt) + hourMs
  const registeredAt = Math.min(studyInstant(earliest + chance.next() * (now - earliest), now, chance), now - hourMs)
  let at = registeredAt + chance.whole(1, 20) * minuteMs
  const clientType = chance.isTrue(0.7) ? 1 : 2
  const studied = course.sections.flatMap((section, index) => {
    const share = shares[index]
    if (share === undefined) return []
    const watched = watch(section, share, chance)
    const studyMs = studyMsOf(section, watched.covered, chance)
    const startedAt = Math.min(at, now - 2 * minuteMs)
    const studiedAt = Math.min(startedAt + studyMs, now - minuteMs)
    // The next section follows at once, or on another day.
    at = chance.isTrue(0.7) ? studiedAt + 30_000 : studyInstant(studiedAt + chance.whole(1, 5) * dayMs, now, chance)
    const needed = neededUnits(section.unitCount, completionPercent)
    return [{ section, watched, studyMs, startedAt, studiedAt, needed, finished: watched.covered >= needed }]
  })
  const finished = new Set(studied.filter((entry) => entry.finished).map((entry) => entry.section.id))
  const isDone = studied.length > 0 && course.sections.every(({ id, required }) => !required || finished.has(id))
  const last = studied.reduce<(typeof studied)[number] | undefined>(
    (latest, entry) => (latest && latest.studiedAt >= entry.studiedAt ? latest : entry),
    undefined,
  )
  const progress = studied.map(({ section, watched, studyMs, startedAt, studiedAt, needed, finished: done }) => ({
    ...common,
    section_id: section.id,
    kind: section.kind,
    status: done ? 2 : 1,
    watched: `{${watched.ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`,
    covered: watched.covered,
    unit_count: section.unitCount,
    needed,
    position: watched.position,
    study_ms: studyMs,
    started_at: startedAt,
    studied_at: studiedAt,
    finished_at: done ? studiedAt : null,
    playback_id: null,
    sequence: 0,
    credited_until: studiedAt,
    carry_ms: 0,
    unit_cost_ns: 0,
    client_type: clientType,
  }))
  const times = new Map<string, { study_ms: number; last_at: number }>()
  for (const { studyMs, studiedAt } of studied) {
    const day = dayOf(studiedAt)
    const before = times.get(day) ?? { study_ms: 0, last_at: 0 }
    times.set(day, { study_ms: before.study_ms + studyMs, last_at: Math.max(before.last_at, studiedAt) })
  }
  return {
    registration: {
      ...common,
      version_id: course.versionId,
      status: studied.length === 0 ? 0 : isDone ? 2 : 1,
      last_section_id: last?.section.id ?? null,
      registered_at: registeredAt,
      started_at: studied[0]?.startedAt ?? null,
      touched_at: last?.studiedAt ?? registeredAt,
      finished_at: isDone ? (last?.studiedAt ?? null) : null,
      // Some let their colleagues see it.
      is_shown: Number.parseInt(member.id.slice(-1), 16) % 4 === 0,
    },
    progress,
    times: [...times].map(([day, time]) => ({ ...common, day, client_type: clientType, ...time })),
  }
}

/** Rows of everybody's studying; `learnerCounts` by course. */
export function progressTables(
  members: readonly DemoMember[],
  courses: readonly DemoCourse[],
  now: number,
): { tables: [string, Row[]][]; learnerCounts: ReadonlyMap<string, number> } {
  const learners = members.flatMap((member) =>
    courses.flatMap((course) => {
      const chance = chanceOf(`progress ${member.id} ${course.id}`)
      if (member.key === 'xueyuan') {
        const shares = learnerShares[course.key]
        return shares ? [learnerRows(member, course, shares, now, chance)] : []
      }
      return takes(member, course, chance) ? [learnerRows(member, course, sharesOf(course, chance), now, chance)] : []
    }),
  )
  const learnerCounts = new Map<string, number>()
  for (const { registration } of learners) {
    const id = registration.course_id as string
    learnerCounts.set(id, (learnerCounts.get(id) ?? 0) + 1)
  }
  return {
    learnerCounts,
    tables: [
      ['courses.registration', learners.map((learner) => learner.registration)],
      ['courses.section_progress', learners.flatMap((learner) => learner.progress)],
      ['courses.study_time', learners.flatMap((learner) => learner.times)],
    ],
  }
}

/**
 * The suite's sample courses, packed with a manifest of ours (they have none of SCORM's) and studied to the end: first
 * every unit is
 * left unfinished, then each is passed; what the server keeps is compared with what the pages say of themselves.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Frame } from '@playwright/test'
import { type ArchiveFiles, type ScoInput, scormManifest } from '#modules/learning/packages/server/archives.fixture.ts'
import type { Kept, Opened, Place, SuitePlatform } from './platform.ts'
import type { Report } from './report.ts'
import type { Version } from './vectors.ts'

interface Part {
  readonly id: string
  readonly title: string
  readonly launchUrl?: string
  readonly masteryScore?: number
  readonly scaledPassingScore?: number
  readonly children?: readonly Part[]
}

interface Course {
  readonly name: string
  readonly version: Version
  readonly files: ArchiveFiles
  readonly unitCount: number
}

const keptWaitsMs = 20_000

function itemOf({ id, title, launchUrl, masteryScore, scaledPassingScore, children = [] }: Part): ScoInput {
  const mastery = masteryScore === undefined ? '' : `<adlcp:masteryscore>${masteryScore}</adlcp:masteryscore>`
  const passing =
    scaledPassingScore === undefined
      ? ''
      : `<imsss:sequencing><imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"><imsss:minNormalizedMeasure>${scaledPassingScore}</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives></imsss:sequencing>`
  return {
    identifier: id,
    title,
    more: mastery + passing,
    ...(launchUrl !== undefined && { href: launchUrl.replace(/^\.\/sample-course\//, '') }),
    children: children.map(itemOf),
  }
}

async function readCourse(directory: string, name: string): Promise<Course> {
  const text = await readFile(join(directory, 'manifest.json'), 'utf8')
  const { title, scos, activities } = JSON.parse(text) as { title: string; scos?: Part[]; activities?: Part[] }
  const parts = scos ?? activities?.[0]?.children ?? []
  const version = name.includes('scorm12') ? '1.2' : '2004'
  const pages = (await readdir(directory, { recursive: true })).filter((file) => file.endsWith('.html'))
  const contents = await Promise.all(pages.map(async (file) => [file, await readFile(join(directory, file))] as const))
  const files = { 'imsmanifest.xml': scormManifest(version, title, parts.map(itemOf)), ...Object.fromEntries(contents) }
  return { name, version, files, unitCount: pages.length }
}

export async function readCourses(suite: string): Promise<readonly Course[]> {
  const players = join(suite, 'demos/player-wrapper')
  const names = (await readdir(players)).sort()
  const found = await Promise.all(
    names.map((name) => readCourse(join(players, name, 'sample-course'), name).catch(() => undefined)),
  )
  return found.filter((course) => course !== undefined)
}

/** What the page shows of itself, read from the run-time by its own script. */
async function shown(frame: Frame, version: Version) {
  const textOf = (id: string) => frame.locator(`#${id}`).textContent()
  return version === '1.2' ? textOf('current-status') : textOf('success-status')
}

async function keptWhen(opened: Opened, index: number, isThere: (kept: Kept) => boolean): Promise<Kept | undefined> {
  let kept = await opened.kept(index)
  for (
    const until = Date.now() + keptWaitsMs;
    !(kept && isThere(kept)) && Date.now() < until;
    kept = await opened.kept(index)
  )
    await new Promise((resolve) => setTimeout(resolve, 100))
  return kept
}

/** 1.2: the pages give themselves 95; 2004: what stands in their field. */
const scoreOf = (version: Version) => (version === '1.2' ? 95 : 85)

async function studyAll(platform: SuitePlatform, report: Report, { name, version, unitCount }: Course, place: Place) {
  const first = await platform.open(place)
  report.check(`${name}: units`, first.unitIds.length, unitCount)
  for (const index of first.unitIds.keys()) {
    const frame = await first.unit(index)
    await frame.locator('#btn-incomplete').click()
    const kept = await keptWhen(first, index, ({ cmi }) => JSON.stringify(cmi).includes('incomplete'))
    report.check(`${name} unit ${index}: incomplete is not completed`, kept?.completed, false)
  }
  report.check(`${name}: not finished yet`, await platform.isCourseFinished(place), false)
  await first.close()
  const second = await platform.open(place)
  for (const index of second.unitIds.keys()) {
    const frame = await second.unit(index)
    await frame.locator('#btn-pass').click()
    report.check(`${name} unit ${index}: shows itself passed`, await shown(frame, version), 'passed')
    const kept = await keptWhen(second, index, ({ completed }) => completed)
    const { completed, passed, scorePercent } = kept ?? {}
    const expected = { completed: true, passed: true, scorePercent: scoreOf(version) }
    report.check(`${name} unit ${index}`, { completed, passed, scorePercent }, expected)
  }
  await second.close()
  report.check(`${name}: the course is finished`, await platform.isCourseFinished(place), true)
  const third = await platform.open(place)
  const frame = await third.unit(unitCount - 1)
  report.check(`${name}: found again as it was left`, await shown(frame, version), 'passed')
  await third.close()
}

export async function runCourse(platform: SuitePlatform, report: Report, course: Course): Promise<void> {
  const { place } = await platform.install(course.files)
  await studyAll(platform, report, course, place)
}

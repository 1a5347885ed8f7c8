/** The player's page: opens the unit to go on with, and whatever the site asks for. */
import { listen, siteIsReady, tell } from './bridge.ts'
import { openH5p } from './h5p.ts'
import { Outbox } from './outbox.ts'
import { openPage } from './pages.ts'
import { openScorm } from './scorm.ts'
import { Sequence } from './sequence.ts'
import type { Launch, OpenedUnit } from './shapes.ts'
import { clear, say } from './stage.ts'
import { takeStorage } from './storage.ts'

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const answer = await fetch(path, init)
  if (!answer.ok) throw new Error(`${answer.status}`)
  return (await answer.json()) as T
}

async function begin(): Promise<void> {
  await siteIsReady()
  const launch = await ask<Launch>('~/launch')
  document.title = launch.title
  await takeStorage(launch.packageId)
  let leave = clear
  let opening: string | null = null
  let sequence: Sequence | undefined
  const outbox = new Outbox(launch.base, (why) => {
    leave()
    say(why)
    tell({ kind: 'shuyuan.package.stopped', why })
  })
  // From here on this is the newest opening: an earlier one learns it with its next commit.
  outbox.push(null, {})

  const showUnits = async () => {
    const { title, units, waitsMs } = await ask<Launch>('~/launch')
    outbox.look(waitsMs)
    const shownUnits = sequence
      ? units.map((unit) => ({ ...unit, isClosed: sequence?.isClosed(unit) ?? false }))
      : units
    tell({ kind: 'shuyuan.package.ready', title, units: shownUnits, unitId: opening, moves: sequence?.moves ?? null })
  }
  const fetchUnit = (unitId: string) => ask<OpenedUnit>(`~/units/${unitId}`, { method: 'POST' })
  const open = async (unitId: string) => {
    if (unitId === opening) return
    opening = unitId
    leave()
    leave = clear
    const unit = await fetchUnit(unitId)
    if (launch.kind === 'scorm-1.2' || launch.kind === 'scorm-2004') leave = await openScorm(launch.kind, unit, outbox)
    else if (launch.kind === 'h5p') leave = await openH5p(launch.base, unit)
    else leave = openPage(unit)
    await showUnits()
  }
  const openOrSay = (unitId: string) => open(unitId).catch(failed)
  listen((message) => {
    if (message.kind === 'shuyuan.package.open') {
      if (sequence) sequence.choose(message.unitId)
      else void openOrSay(message.unitId)
    }
    if (message.kind === 'shuyuan.package.move') sequence?.move(message.to)
    if (message.kind === 'shuyuan.package.units') void showUnits().catch(() => {})
  })
  if (launch.sequencing) {
    const changed = (unitId: string | null) => {
      opening = unitId
      void showUnits().catch(() => {})
    }
    sequence = await Sequence.begin(launch, outbox, { changed, open: fetchUnit, failed })
    return
  }
  if (launch.startUnitId !== null) await open(launch.startUnitId)
}

function failed(): void {
  say('failed')
  tell({ kind: 'shuyuan.package.stopped', why: 'failed' })
}

begin().catch(failed)

/**
 * A live from its start to its replay, with real cameras (the browser's own test picture and tone): a host, two people on
 * stage with him, some who watch. What arrives is counted by the browsers' statistics, frame by frame.
 */
import type { Page } from '@playwright/test'
import type { Language } from '#kit/caller.ts'
import liveCn from '#modules/live/live/messages/cn.json' with { type: 'json' }
import liveEn from '#modules/live/live/messages/en.json' with { type: 'json' }
import roomsCn from '#modules/live/rooms/messages/cn.json' with { type: 'json' }
import roomsEn from '#modules/live/rooms/messages/en.json' with { type: 'json' }
import { expect, expectAccessible, type OpenPage } from './fixtures.ts'
import { received, watchPeers } from './media.ts'
import { type Account, type Platform, password } from './platform.ts'
import { proves } from './proves.ts'

const texts = { cn: { live: liveCn, rooms: roomsCn }, en: { live: liveEn, rooms: roomsEn } } as const
const seconds = 1000

/** A call of the member who is signed in on the page. */
async function callAs<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  const { status, answer } = await page.evaluate(
    async ([verb, address, content]) => {
      const { accessToken } = JSON.parse(localStorage.getItem('shuyuan.token') ?? '{}') as { accessToken?: string }
      const response = await fetch(`/api/v1${address}`, {
        method: verb ?? 'GET',
        headers: {
          authorization: `Bearer ${accessToken}`,
          ...(content !== undefined && { 'content-type': 'application/json' }),
        },
        ...(content !== undefined && { body: content }),
      })
      return { status: response.status, answer: (await response.json()) as unknown }
    },
    [method, path, body === undefined ? undefined : JSON.stringify(body)] as const,
  )
  expect(status, `${method} ${path}: ${JSON.stringify(answer)}`).toBe(200)
  return answer as T
}

/** Opens a screen of a room with a watch over its connections. */
async function openRoom(page: Page, path: string): Promise<void> {
  await watchPeers(page)
  await page.goto(path)
  await page.reload()
}

const room = (page: Page) => page.locator('section.room')

/** What people do in a live's screens, in their language. */
function screens(language: Language) {
  const { live, rooms } = texts[language]
  return {
    live,
    rooms,
    async throughTheMirror(page: Page): Promise<void> {
      await page.getByRole('button', { name: rooms.check.enter, exact: true }).click({ timeout: 60 * seconds })
      await expect(room(page)).toBeVisible({ timeout: 60 * seconds })
    },
    async watch(page: Page, id: string): Promise<void> {
      await openRoom(page, `/#/live/detail/${id}`)
      await page.getByRole('button', { name: live.detail.enter }).click({ timeout: 60 * seconds })
      await expect(room(page)).toBeVisible({ timeout: 60 * seconds })
    },
  }
}

/** Pictures of this many people arrive, and go on arriving, and sound with them. */
async function seesAndHears(page: Page, people: number): Promise<void> {
  await expect.poll(async () => (await received(page)).videos, { timeout: 60 * seconds }).toBe(people)
  await expect.poll(async () => (await received(page)).audible, { timeout: 60 * seconds }).toBe(people)
  const { frames, energy } = await received(page)
  await expect.poll(async () => (await received(page)).frames, { timeout: 30 * seconds }).toBeGreaterThan(frames + 20)
  await expect.poll(async () => (await received(page)).energy, { timeout: 30 * seconds }).toBeGreaterThan(energy)
}

/** People who are in the room with a socket alone, on its stage, without a picture: they take the seats. */
async function takeSeats(page: Page, id: string, accounts: readonly Account[]): Promise<void> {
  await page.evaluate(
    async ([roomId, names, secret]) => {
      const call = async (path: string, body: string, headers: Record<string, string>) => {
        const response = await fetch(`/api/v1${path}`, { method: 'POST', body, headers })
        if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
        return (await response.json()) as Record<string, string>
      }
      const sockets: WebSocket[] = []
      Object.assign(window, { journeySeats: sockets })
      const json = { 'content-type': 'application/json' }
      for (const account of names) {
        const signIn = JSON.stringify({ grantType: 'password', account, password: secret })
        const { access_token: accessToken } = await call('/oauth/token', signIn, json)
        const headers = { ...json, authorization: `Bearer ${accessToken}` }
        const joined = await call(`/rooms/${roomId}/join`, JSON.stringify({ device: account }), headers)
        const address = new URL(`${joined.socketPath}?ticket=${joined.ticket}`, location.href)
        address.protocol = address.protocol.replace('http', 'ws')
        const socket = new WebSocket(address)
        sockets.push(socket)
        await new Promise((resolve, reject) => {
          socket.onopen = resolve
          socket.onerror = reject
        })
        socket.send(JSON.stringify({ n: 1, op: 'stage.enter' }))
      }
    },
    [id, accounts.map(({ name }) => name), password] as const,
  )
}

async function leaveSeats(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { journeySeats = [] } = window as unknown as { journeySeats?: WebSocket[] }
    for (const socket of journeySeats) socket.send(JSON.stringify({ n: 2, op: 'stage.leave' }))
  })
}

export interface Cast {
  readonly open: OpenPage
  readonly platform: Platform
  readonly language: Language
}

async function applyForLive(host: Page, lecturers: readonly Account[], subject: string): Promise<string> {
  const { id } = await callAs<{ id: string }>(host, 'POST', '/live/new/apply', {
    subject,
    type: 1,
    liveMode: 3,
    shareScope: 1,
    executionMode: 0,
    lecturerIds: lecturers.map((lecturer) => lecturer.id),
  })
  return id
}

async function begin(host: Page, id: string, language: Language): Promise<void> {
  const { rooms, throughTheMirror } = screens(language)
  await openRoom(host, `/#/live/action/${id}`)
  await throughTheMirror(host)
  await host.getByRole('button', { name: rooms.stage.start }).click()
  await expect(room(host)).toHaveAttribute('data-state', 'running')
}

/** One of the audience raises a hand, is invited, and accepts. */
async function comesOnStage(host: Page, guest: Page, hostName: string, language: Language): Promise<void> {
  const { rooms } = screens(language)
  await host.getByRole('button', { name: rooms.people.invite, exact: true }).first().click()
  const invitation = guest.getByRole('dialog', { name: rooms.invitation.by.replace('{name}', hostName) })
  await invitation.getByRole('button', { name: rooms.invitation.accept, exact: true }).click()
}

async function end(host: Page, others: readonly Page[], language: Language): Promise<number> {
  const { rooms } = screens(language)
  await host.getByRole('button', { name: rooms.controls.end }).click()
  await host.getByRole('dialog').getByRole('button', { name: rooms.end.confirm }).click()
  const endedAt = Date.now()
  for (const page of [host, ...others]) await expect(room(page)).toHaveAttribute('data-state', 'ended')
  return endedAt
}

/** The replay is there within minutes, and plays. */
async function replayPlays(viewer: Page, id: string): Promise<void> {
  await viewer.goto(`/#/live/detail/${id}`)
  await expect(async () => {
    await viewer.reload()
    await expect(viewer.locator('video')).toBeVisible({ timeout: 5 * seconds })
  }).toPass({ timeout: 240 * seconds })
  const video = viewer.locator('video')
  await video.evaluate((element: HTMLVideoElement) => element.play())
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime), { timeout: 60 * seconds })
    .toBeGreaterThan(2)
}

/** A host with a camera and one who watches. `prepare` is called with each page before it opens the room. */
export async function livelyLive(
  { open, platform, language }: Cast,
  prepare: (page: Page) => Promise<void>,
): Promise<{ host: Page; viewer: Page }> {
  const hostAccount = await platform.createAccount(`lively-host-${language}`, '江讲师', ['lecturer'])
  const host = await open(language, hostAccount)
  await prepare(host)
  await host.goto('/')
  const id = await applyForLive(host, [], '设备点检现场课')
  await begin(host, id, language)
  const viewer = await open(language, await platform.createAccount(`lively-viewer-${language}`, '周宁'))
  await prepare(viewer)
  await screens(language).watch(viewer, id)
  await seesAndHears(viewer, 1)
  return { host, viewer }
}

/** A live session with a host, a lecturer on the stage and a viewer, from its start to its replay. */
export async function smallLive({ open, platform, language }: Cast): Promise<void> {
  const [hostAccount, lecturerAccount, viewerAccount] = [
    await platform.createAccount(`small-host-${language}`, '江讲师', ['lecturer']),
    await platform.createAccount(`small-lecturer-${language}`, '沈讲师', ['lecturer']),
    await platform.createAccount(`small-viewer-${language}`, '周宁'),
  ]
  const { throughTheMirror, watch } = screens(language)
  const host = await open(language, hostAccount)
  await host.goto('/')
  const id = await applyForLive(host, [lecturerAccount], `班组长安全例会 ${language}`)
  await proves(['LIVE-010', 'LIVE-145'], () => begin(host, id, language))
  const lecturer = await open(language, lecturerAccount)
  await openRoom(lecturer, `/#/live/lecturer/${id}`)
  await throughTheMirror(lecturer)
  const viewer = await open(language, viewerAccount)
  await proves('LIVE-007', async () => {
    await watch(viewer, id)
    await expect(room(viewer)).toHaveAttribute('data-state', 'running')
  })
  await Promise.all([seesAndHears(host, 1), seesAndHears(lecturer, 1), seesAndHears(viewer, 2)])
  await expectAccessible(viewer)
  await end(host, [viewer], language)
  await replayPlays(viewer, id)
}

/** Six browsers, and all that may happen on the way. */
export async function wholeLive({ open, platform, language }: Cast): Promise<void> {
  const { rooms, throughTheMirror, watch } = screens(language)
  const account = (name: string, fullName: string, isLecturer = false) =>
    platform.createAccount(`${name}-${language}`, fullName, isLecturer ? ['lecturer'] : [])
  const hostAccount = await account('live-host', '江讲师', true)
  const lecturerAccount = await account('live-lecturer', '沈讲师', true)
  const stageAccounts = await Promise.all(
    ['韩讲师', '秦讲师', '许讲师', '何讲师', '吕讲师'].map((name, index) => account(`live-seat-${index}`, name, true)),
  )
  const viewerAccounts = await Promise.all(
    ['周宁', '吴晴', '郑岚', '王川'].map((name, index) => account(`live-viewer-${index}`, name)),
  )
  let host = await open(language, hostAccount)
  await host.goto('/')
  const id = await applyForLive(host, [lecturerAccount, ...stageAccounts], `新员工安全第一课 ${language}`)

  // The host looks into the mirror, and begins. A lecturer comes, and is on stage.
  await begin(host, id, language)
  const lecturer = await open(language, lecturerAccount)
  await openRoom(lecturer, `/#/live/lecturer/${id}`)
  await throughTheMirror(lecturer)
  await expect(lecturer.getByRole('button', { name: rooms.controls.offStage, exact: true })).toBeVisible()

  // With five more the stage is full: the seventh co-speaker can't be invited until somebody leaves.
  const guest = await open(language, viewerAccounts[0])
  await watch(guest, id)
  const seats = await open(language)
  await seats.goto('/')
  await takeSeats(seats, id, stageAccounts)
  await guest.getByRole('button', { name: rooms.controls.raiseHand, exact: true }).click()
  await host.getByRole('tab', { name: new RegExp(rooms.tabs.people) }).click()
  const guestRow = host.locator('.room-person').filter({ hasText: viewerAccounts[0]?.fullName ?? '' })
  const invite = guestRow.getByRole('button', { name: rooms.people.invite, exact: true })
  await proves('LIVE-040', async () => {
    await expect(invite).toBeDisabled()
    await expect(invite).toHaveAttribute('title', rooms.stage.full)
    await leaveSeats(seats)
    await expect(invite).toBeEnabled()
  })
  await seats.close()
  await comesOnStage(host, guest, hostAccount.fullName, language)

  // Three watch.
  const viewers: Page[] = []
  const cameAt: number[] = []
  for (const viewerAccount of viewerAccounts.slice(1)) {
    const viewer = await open(language, viewerAccount)
    await watch(viewer, id)
    cameAt.push(Date.now())
    viewers.push(viewer)
  }
  const [first, second, third] = viewers as [Page, Page, Page]
  await Promise.all([
    seesAndHears(host, 2),
    seesAndHears(lecturer, 2),
    seesAndHears(guest, 2),
    ...viewers.map((viewer) => seesAndHears(viewer, 3)),
  ])
  await expectAccessible(second)

  // What is said is seen by all, and stays text.
  await first.getByRole('textbox', { name: rooms.chat.field }).fill('<b>听得很清楚</b>')
  await first.keyboard.press('Enter')
  await expect(third.getByText('<b>听得很清楚</b>')).toBeVisible()

  // A screen is shown: one more picture.
  await host.getByRole('button', { name: rooms.controls.startScreen }).click()
  await expect.poll(async () => (await received(second)).videos, { timeout: 60 * seconds }).toBe(4)
  await host.getByRole('button', { name: rooms.controls.stopScreen }).click()

  // A viewer is without a network for ten seconds, and is back with what was there.
  await first.context().setOffline(true)
  await expect(first.locator('[data-away]')).toBeVisible({ timeout: 40 * seconds })
  await new Promise((resolve) => setTimeout(resolve, 10 * seconds))
  await first.context().setOffline(false)
  await expect(first.locator('[data-away]')).toBeHidden({ timeout: 40 * seconds })
  await expect(first.getByText('<b>听得很清楚</b>')).toBeVisible()

  // The host's browser dies; the live goes on, and the seat is still the host's.
  await host.context().close()
  await seesAndHears(third, 2)
  host = await open(language, hostAccount)
  await openRoom(host, `/#/live/action/${id}`)
  await throughTheMirror(host)
  await seesAndHears(third, 3)
  await expect(room(host)).toHaveAttribute('data-role', 'host')

  // It ends for all. Who was there, and for how long?
  const endedAt = await end(host, [second, third], language)
  const { items } = await callAs<{ items: { name: string; liveSeconds: number }[] }>(
    host,
    'GET',
    `/rooms/${id}/attendance?page=1&pageSize=50`,
  )
  const people = [hostAccount, lecturerAccount, ...stageAccounts, ...viewerAccounts]
  expect(items.map(({ name }) => name).sort()).toEqual(people.map(({ fullName }) => fullName).sort())
  for (const [index, viewerAccount] of viewerAccounts.slice(1).entries()) {
    const watched = items.find(({ name }) => name === viewerAccount.fullName)?.liveSeconds ?? 0
    const expected = (endedAt - (cameAt[index] ?? 0)) / seconds
    expect(Math.abs(watched - expected), viewerAccount.fullName).toBeLessThanOrEqual(5)
  }
  await replayPlays(second, id)
}

/** One of each capability, and its use. `ok` stands for a use that was accepted, else the answer as the list writes it. */

import { createHash, randomBytes } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { surveys } from '#modules/assessment/surveys/contract.ts'
import { buildSurvey, contentWith, textQuestion } from '#modules/assessment/surveys/server/surveys.fixture.ts'
import { sharing } from '#modules/community/sharing/contract.ts'
import { packages } from '#modules/learning/packages/contract.ts'
import { archiveOf, scormManifest, uploadArchive } from '#modules/learning/packages/server/archives.fixture.ts'
import { buildContentApp } from '#modules/learning/packages/server/content/app.ts'
import { launchPackage } from '#modules/learning/packages/server.ts'
import { xapi } from '#modules/learning/xapi/contract.ts'
import { rooms } from '#modules/live/rooms/contract.ts'
import type { RoomStage } from '#modules/live/rooms/server/room.fixture.ts'
import { createRoomLink, revokeRoomLink } from '#modules/live/rooms/server.ts'
import { files } from '#modules/platform/files/contract.ts'
import { pdf } from '#modules/platform/files/server/samples.ts'
import { deleteFile, grantAccess, guestPdfOf, storeFile } from '#modules/platform/files/server.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { type BuiltMember, buildMember, callerOf } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { unsubscribeToken } from '#modules/platform/messages/server/links.ts'
import { CallRefused, type TestPlatform } from '#test/harness.ts'
import type { CapabilityName } from './capabilities.ts'

export const identityCalls = (platform: TestPlatform, token: string) => platform.client(identity, token)
type IdentityCalls = ReturnType<typeof identityCalls>

export interface Holder extends Omit<BuiltMember, 'token'> {
  /** An access token of the session that is tried. */
  token: string
  /** An access token of another session of the member. */
  elsewhere: string
  password: string | undefined
  /** A super administrator. */
  readonly chief: IdentityCalls
  readonly chiefId: string
  readonly stage: RoomStage
}

export interface Made {
  /** `stays`: the use is expected to be accepted, for those that have to be watched for a while. */
  use(stays: boolean): Promise<string>
  /** Takes away what it is about. */
  remove?(): Promise<unknown>
}

type Probe = (holder: Holder) => Promise<Made>

function answerOf({ statusCode, body }: LightMyRequestResponse): string {
  if (statusCode < 400) return 'ok'
  try {
    const { errorCode } = JSON.parse(body) as { errorCode?: number }
    return errorCode === undefined ? String(statusCode) : `${statusCode} ${errorCode}`
  } catch {
    return String(statusCode)
  }
}

/** The answer to a call of a client. */
async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'ok'
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
    return error.errorCode === undefined ? String(error.status) : `${error.status} ${error.errorCode}`
  }
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const hashOf = (text: string) => createHash('sha256').update(text).digest()
/** The first answer that is no `ok`. */
const worst = (answers: readonly string[]) => answers.find((answer) => answer !== 'ok') ?? 'ok'

async function cookieOf({ stage: { platform }, token }: Holder): Promise<string> {
  const answer = await platform.app.inject({ url: '/api/v1/human/member/current', headers: bearer(token) })
  return String(answer.headers['set-cookie']).split(';')[0] ?? ''
}

async function storedFile({ stage: { platform }, companyId }: Holder, ownerId: string, audience: 'owner' | 'link') {
  const { db, outside, now } = platform
  const own = { companyId, ownerId, audience, now, kind: 'document', name: 'a.txt' } as const
  return storeFile(db, outside, { ...own, content: Buffer.from('草稿') })
}

async function storedVideo(holder: Holder): Promise<string> {
  const { stage, companyId } = holder
  const { root, outside, now } = stage.platform
  const { id } = await storedFile(holder, holder.chiefId, 'link')
  const key = `${uuid()}-s360`
  await outside.storage.put(key, Buffer.alloc(16, 1))
  await sql`
    insert into files.rendition (file_id, company_id, name, object_key, content_type, size_bytes, width, height, segments, created_at)
    values (${id}, ${companyId}, 's360', ${key}, 'video/mp2t', 16, 640, 360, '[[0, 16, 4000]]', ${now})`.execute(root)
  await sql`insert into files.stream_key (file_id, company_id, key, created_at)
    values (${id}, ${companyId}, ${randomBytes(16)}, ${now})`.execute(root)
  return id
}

let prepared: Promise<string> | undefined

/** Packages never change: all trials open the same one. */
async function preparedPackage({ stage: { platform }, chiefId, companyId }: Holder): Promise<string> {
  const { db: connection, outside } = platform
  const archive = archiveOf({
    'index.html': '<p>第一课</p>',
    'imsmanifest.xml': scormManifest('1.2', '课', [{ identifier: 'A', title: '一', href: 'index.html' }]),
  })
  const fileId = await uploadArchive(archive, { connection, outside, member: { id: chiefId, companyId } })
  const author = await buildMember(connection, { companyId, roles: ['super-admin'], now: platform.now })
  await sql`update files.file set owner_id = ${author.id} where id = ${fileId}`.execute(platform.root)
  const { id } = await platform.client(packages, author).createPackage({ body: { fileId } })
  await platform.runJobs()
  return id
}

/** Its path at the packages' origin. */
async function openedPackage(holder: Holder): Promise<string> {
  const { db, outside } = holder.stage.platform
  prepared ??= preparedPackage(holder)
  const packageId = await prepared
  const caller = await callerOf(db, holder)
  const registrationKey = { courseId: uuid(), sectionId: uuid() }
  const { launchUrl } = await launchPackage(db, outside, { caller, packageId, registrationKey, mode: 'learn' })
  return new URL(launchUrl).pathname
}

const commit = { sequence: 1, activeMs: 0, unitId: null, cmi: {} }

/** A round of checks has passed: the connection of somebody else, whose session has just ended, is closed. */
async function afterCheck({ stage }: Holder, roomId: string): Promise<void> {
  const other = await stage.member()
  const client = await stage.enter(roomId, other)
  await stage.platform.client(identity, other).endSession()
  await client.closed()
}

async function eventStream({ stage }: Holder, token: string) {
  const ending = new AbortController()
  const origin = stage.origin.replace('ws', 'http')
  const answer = await fetch(`${origin}/api/v1/system/events`, { headers: bearer(token), signal: ending.signal })
  const reader = answer.body?.getReader()
  await reader?.read()
  return {
    async ended() {
      for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read());
    },
    stop: () => ending.abort(),
  }
}

export const probes: { readonly [K in CapabilityName]?: Probe } = {
  'access token': async ({ stage: { platform }, token }) => ({
    use: () => outcome(platform.client(identity, token).currentMember()),
  }),

  async 'refresh token'(holder) {
    const { stage, chief, id, name } = holder
    const { temporaryPassword } = await chief.resetMemberPassword({ params: { id }, body: {} })
    const nobody = stage.platform.client(identity)
    const signIn = (newPassword: string) =>
      nobody.createToken({ body: { grantType: 'password', account: name, password: temporaryPassword, newPassword } })
    const first = await signIn('Rain-2026')
    const password = { grantType: 'password', account: name, password: 'Rain-2026' } as const
    const other = await nobody.createToken({ body: password })
    Object.assign(holder, { password: 'Rain-2026', token: first.access_token, elsewhere: other.access_token })
    const renew = () => nobody.createToken({ body: { grantType: 'refresh_token', refreshToken: first.refresh_token } })
    return { use: () => outcome(renew()) }
  },

  async 'password or code for signing in'({ stage: { platform }, companyId, id }) {
    const phone = `139${String(Math.trunc(Math.random() * 1e8)).padStart(8, '0')}`
    const codeId = uuid()
    await sql`update identity.member set phone = ${phone} where id = ${id}`.execute(platform.root)
    await sql`insert into identity.verification_code (id, company_id, channel, address, purpose, deliverable, code_hash, sent_at, expires_at)
      values (${codeId}, ${companyId}, 'sms', ${phone}, 'sign-in', true, ${hashOf(`${codeId} 1234`)}, ${platform.now},
        ${platform.now + 120_000})`.execute(platform.root)
    const body = { grantType: 'sms', phone, code: '1234' } as const
    return { use: () => outcome(platform.client(identity).createToken({ body })) }
  },

  async 'confirmed QR code'({ stage: { platform }, token }) {
    const nobody = platform.client(identity)
    const { id, secret } = await nobody.createQrCode()
    const phone = platform.client(identity, token)
    await phone.scanQrCode({ params: { id } })
    await phone.confirmQrCode({ params: { id } })
    return { use: () => outcome(nobody.createToken({ body: { grantType: 'qr', qrCodeId: id, secret } })) }
  },

  async 'ticket of single sign-on'({ stage: { platform }, companyId, id }) {
    const [ticket, secret] = [`ticket-${uuid()}`, `secret-${uuid()}`]
    await sql`insert into identity.single_sign_on (state_hash, company_id, secret_hash, nonce, code_verifier, ticket_hash, member_id, expires_at)
      values (${randomBytes(32)}, ${companyId}, ${hashOf(secret)}, '', '', ${hashOf(ticket)}, ${id}, ${platform.now + 60_000})`.execute(
      platform.root,
    )
    const body = { grantType: 'oidc', ticket, secret } as const
    return { use: () => outcome(platform.client(identity).createToken({ body })) }
  },

  async 'file pass'(holder) {
    const { stage, id: ownerId, companyId } = holder
    const { app, db } = stage.platform
    const { id } = await storedFile(holder, ownerId, 'owner')
    const cookie = await cookieOf(holder)
    return {
      use: async () => answerOf(await app.inject({ url: `/api/v1/human/file/${id}`, headers: { cookie } })),
      remove: () => deleteFile(db, companyId, id),
    }
  },

  async 'file grant'(holder) {
    const { stage, id: memberId, companyId, chiefId } = holder
    const { app, db, now } = stage.platform
    const { id: fileId } = await storedFile(holder, chiefId, 'link')
    const cookie = await cookieOf(holder)
    const url = await grantAccess(db, { companyId, fileId, memberId, seconds: 3600, now })
    return {
      use: async () => answerOf(await app.inject({ url, headers: { cookie } })),
      remove: () => deleteFile(db, companyId, fileId),
    }
  },

  async 'stream token'(holder) {
    const { stage, id: memberId, companyId } = holder
    const { app, db, now } = stage.platform
    const fileId = await storedVideo(holder)
    const cookie = await cookieOf(holder)
    const address = await grantAccess(db, { companyId, fileId, memberId, seconds: 3600, now })
    const grant = new URL(address, 'http://localhost').searchParams.get('grant') ?? ''
    const { token } = await stage.platform.client(files, holder.token).m3u8Token({ query: { id: fileId, grant } })
    const places = ['index.m3u8', 's360/index.m3u8', 's360/0', 'key']
    return {
      async use() {
        const answers: string[] = []
        for (const place of places) {
          const url = `/api/v1/system/file/stream/${fileId}/${place}?token=${token}`
          answers.push(answerOf(await app.inject({ url, headers: { cookie } })))
        }
        assertSame(answers)
        return worst(answers)
      },
      remove: () => deleteFile(db, companyId, fileId),
    }
  },

  async 'address of a page for guests'({ stage: { platform }, companyId, chiefId }) {
    const { app, db, outside, now } = platform
    const own = { companyId, ownerId: chiefId, now, kind: 'pdf', name: 'a.pdf' } as const
    const { id: fileId } = await storeFile(db, outside, { ...own, content: pdf(1) })
    const { url } = (await guestPdfOf(db, { companyId, fileId, seconds: 3600, now })) ?? { url: '' }
    return { use: async () => answerOf(await app.inject({ url })), remove: () => deleteFile(db, companyId, fileId) }
  },

  async 'opened package'(holder) {
    const path = await openedPackage(holder)
    const { outside, db } = holder.stage.platform
    return {
      async use() {
        const content = buildContentApp(outside, db)
        const answers = [
          await content.inject({ url: `${path}~/launch` }),
          await content.inject({ method: 'POST', url: `${path}~/commit`, payload: commit }),
        ]
        await content.close()
        assertSame(answers.map(answerOf))
        return worst(answers.map(answerOf))
      },
    }
  },

  async 'late report of an opened package'(holder) {
    const token = (await openedPackage(holder)).split('/')[2] ?? ''
    const calls = holder.stage.platform.client(packages, holder.token)
    return { use: () => outcome(calls.lateCommit({ body: { token, commit } })) }
  },

  async 'ticket of a room'(holder) {
    const { stage, token } = holder
    const host = await stage.member('host')
    const roomId = await stage.room(host)
    const joined = await stage.platform.client(rooms, token).join({ params: { id: roomId }, body: { device: 'test' } })
    const { ticket, socketPath, participantId } = joined
    return {
      async use() {
        const status = await stage.openWithStatus(`${socketPath}?ticket=${ticket}`)
        return status === 101 ? 'ok' : String(status)
      },
      async remove() {
        const leader = await stage.enter(roomId, host)
        await leader.request('room.remove', { participantId })
      },
    }
  },

  async 'socket of a room'(holder) {
    const { stage } = holder
    const host = await stage.member('host')
    const roomId = await stage.room(host)
    const client = await stage.enter(roomId, holder)
    return {
      async use(stays) {
        if (!stays) return `closed with ${await client.closed()}`
        await afterCheck(holder, roomId)
        return client.closedWith === undefined ? 'ok' : `closed with ${client.closedWith}`
      },
      async remove() {
        const leader = await stage.enter(roomId, host)
        await leader.request('room.remove', { participantId: client.participantId })
      },
    }
  },

  async 'link for guests of a room'({ stage, companyId, id: createdBy }) {
    const { platform } = stage
    const roomId = await stage.room(await stage.member('host'))
    const link = {
      companyId,
      roomId,
      role: 'viewer',
      label: '学员',
      expiresAt: null,
      createdBy,
      now: platform.now,
    } as const
    const { token, linkId } = await createRoomLink(platform.db, link)
    const body = { token, name: '张先生', device: 'test' }
    return {
      use: () => outcome(platform.client(rooms).guestJoin({ body })),
      remove: () => revokeRoomLink(platform.db, { companyId, roomId, linkId, now: platform.now }),
    }
  },

  async 'link for guests of a survey'({ stage, companyId, organizationId, id }) {
    const { platform } = stage
    const guestToken = randomBytes(32).toString('base64url')
    const author = { id, companyId, organizationId }
    const content = contentWith([textQuestion('意见')], { allowsGuests: true })
    const surveyId = await buildSurvey(platform.db, { author, now: platform.now, content, guestToken })
    return {
      use: () => outcome(platform.client(surveys).guestEntry({ body: { token: guestToken } })),
      remove: () =>
        sql`update surveys.survey set guest_token = ${surveyId} where id = ${surveyId}`.execute(platform.root),
    }
  },

  async 'stream of events'(holder) {
    const stream = await eventStream(holder, holder.token)
    return {
      async use(stays) {
        let hasEnded = false
        const end = stream.ended().then(
          () => {
            hasEnded = true
          },
          () => {},
        )
        if (!stays) {
          await end
          return 'closed'
        }
        const other = await buildMember(holder.stage.platform.db, { companyId: holder.companyId })
        const others = await eventStream(holder, other.token)
        await holder.stage.platform.client(identity, other.token).endSession()
        await others.ended()
        stream.stop()
        return hasEnded ? 'closed' : 'ok'
      },
    }
  },

  async 'upload in progress'({ stage: { origin }, token }) {
    const address = `${origin.replace('ws', 'http')}/api/v1/system/file/uploads`
    const headers = { ...bearer(token), 'tus-resumable': '1.0.0' }
    const text = (value: string) => Buffer.from(value).toString('base64')
    const metadata = `kind ${text('video')},filename ${text('a.mp4')}`
    const made = await fetch(address, {
      ...{ method: 'POST', headers: { ...headers, 'upload-length': '1000', 'upload-metadata': metadata } },
    })
    const own = `${address}/${made.headers.get('location')?.split('/').at(-1)}`
    return {
      async use() {
        const { status } = await fetch(own, { method: 'HEAD', headers })
        return status < 400 ? 'ok' : String(status)
      },
      remove: () => fetch(own, { method: 'DELETE', headers }),
    }
  },

  async 'calendar address'({ stage: { platform }, token }) {
    const calls = platform.client(messages, token)
    const { url } = await calls.makeCalendarFeed({ body: {} })
    return {
      use: async () => answerOf(await platform.app.inject({ url: new URL(url).pathname })),
      remove: () => calls.revokeCalendarFeed(),
    }
  },

  async 'unsubscribe link'({ stage: { platform }, companyId, id: memberId }) {
    const key = randomBytes(32)
    await sql`insert into messages.member_setting (member_id, company_id, link_key, changed_at)
      values (${memberId}, ${companyId}, ${key}, ${platform.now})`.execute(platform.root)
    const token = unsubscribeToken(key, { memberId, type: 'all' })
    return { use: () => outcome(platform.client(messages).unsubscribe({ params: { token } })) }
  },

  async 'short link'({ stage: { platform }, token }) {
    const { publicUrl } = platform.outside.config
    const query = { longUrl: `${publicUrl}/#/study/course/detail/${uuid()}` }
    const { shortUrl } = await platform.client(sharing, token).shortLink({ query })
    return {
      async use() {
        const { headers } = await platform.app.inject({ url: new URL(shortUrl).pathname })
        return String(headers.location).includes('error-page') ? String(headers.location) : 'ok'
      },
    }
  },

  async 'credentials of the record store'({ stage: { platform }, token }) {
    const calls = platform.client(xapi, token)
    const { id, username, password } = await calls.createCredential({ body: { name: '外部系统' } })
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const headers = { authorization, 'x-experience-api-version': '1.0.3' }
    return {
      use: async () => answerOf(await platform.app.inject({ url: '/xapi/statements?limit=1', headers })),
      remove: () => calls.revokeCredential({ params: { id } }),
    }
  },
}

/** All ways of one capability end together. */
function assertSame(answers: readonly string[]): void {
  if (new Set(answers).size > 1) throw new Error(`some ways are open: ${answers.join(', ')}`)
}

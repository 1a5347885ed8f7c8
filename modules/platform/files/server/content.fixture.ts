/** Files of each audience with a lecturer who owns them, and how tests fetch them. */
import { grantAccess, storeFile } from '#modules/platform/files/server.ts'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import type { TestPlatform } from '#test/harness.ts'
import type { FileInfo } from '../contract.ts'
import { pdf, picture, sample } from './samples.ts'

export const hourMs = 3_600_000
export const videoBytes = sample('two-seconds.mp4')

export interface Content {
  readonly lecturer: BuiltMember
  readonly learner: BuiltMember
  /** An administrator of another company. */
  readonly stranger: BuiltMember
  readonly video: FileInfo
  readonly cover: FileInfo
  readonly secret: FileInfo
  readonly handout: FileInfo
}

export async function buildContent(platform: TestPlatform): Promise<Content> {
  const companyId = await buildCompany(platform.db)
  const lecturer = await buildMember(platform.db, { companyId, roles: ['lecturer'] })
  const own = { companyId, ownerId: lecturer.id, now: platform.now }
  const store = (input: Omit<Parameters<typeof storeFile>[2], keyof typeof own>) =>
    storeFile(platform.db, platform.outside, { ...own, ...input })
  return {
    lecturer,
    learner: await buildMember(platform.db, { companyId }),
    stranger: await buildMember(platform.db, { companyId: await buildCompany(platform.db), roles: ['super-admin'] }),
    video: await store({ kind: 'video', name: '第一讲.mp4', content: videoBytes }),
    cover: await store({ kind: 'cover', name: '封面.png', content: await picture('png') }),
    secret: await store({ kind: 'document', audience: 'owner', name: 'a.txt', content: Buffer.from('草稿') }),
    handout: await store({ kind: 'pdf', name: '讲义 "一".pdf', content: pdf(3) }),
  }
}

interface Ask {
  readonly token?: string
  readonly cookie?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: 'GET' | 'HEAD'
}

export const addressOf = (file: FileInfo) => `/api/v1/human/file/${file.id}`

/** How files are fetched from the platform of a test. */
export function contentCalls(platform: TestPlatform) {
  return {
    fetchFile(address: string, { token, cookie, headers = {}, method = 'GET' }: Ask = {}) {
      return platform.app.inject({
        method,
        url: address,
        headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }), ...(cookie && { cookie }) },
      })
    },

    /** The access cookie of a signed-in call. */
    async passOf(member: BuiltMember): Promise<string> {
      const answer = await platform.app.inject({
        url: '/api/v1/system/rule-config/recommend-switch',
        headers: { authorization: `Bearer ${member.token}` },
      })
      return String(answer.headers['set-cookie']).split(';')[0] ?? ''
    },

    grant(file: FileInfo, member: BuiltMember, seconds = 60): Promise<string> {
      const { companyId, id: memberId } = member
      return grantAccess(platform.db, { companyId, fileId: file.id, memberId, seconds, now: platform.now })
    },
  }
}

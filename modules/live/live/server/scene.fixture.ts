/** For tests: a company with lecturers and learners, and live sessions from forms. */
import type { Endpoint } from '#kit/contract.ts'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { buildStep, buildTemplate } from '#modules/platform/approvals/server/templates.fixture.ts'
import {
  type BuiltMember,
  buildCompany,
  buildMember,
  buildOrganization,
} from '#modules/platform/identity/server/members.fixture.ts'
import type { TestPlatform } from '#test/harness.ts'
import { live } from '../contract.ts'
import type { Form } from './forms.ts'
import { buildLive } from './live.fixture.ts'

export const minuteMs = 60_000

/** The same calls under their legacy paths. */
export const legacyLive = Object.fromEntries(
  Object.entries(live).map(([name, entry]: [string, Endpoint]) => [
    name,
    { ...entry, path: entry.aliases?.[0] ?? entry.path },
  ]),
) as unknown as typeof live

export interface Scene {
  readonly companyId: string
  /** Below the company, and below the department. */
  readonly department: string
  readonly team: string
  readonly chief: BuiltMember
  /** A lecturer of the department. */
  readonly host: BuiltMember
  readonly lecturer: BuiltMember
  readonly learner: BuiltMember
  readonly approver: BuiltMember
}

export async function buildScene(platform: TestPlatform): Promise<Scene> {
  const { db } = platform
  const companyId = await buildCompany(db)
  const department = await buildOrganization(db, { companyId, parentId: companyId, name: '研发部' })
  const team = await buildOrganization(db, { companyId, parentId: department, name: '平台组' })
  const member = (fullName: string, organizationId: string, roles: ('super-admin' | 'lecturer')[] = []) =>
    buildMember(db, { companyId, organizationId, fullName, roles })
  return {
    ...{ companyId, department, team },
    chief: await member('孟长河', companyId, ['super-admin']),
    host: await member('陆明谦', department, ['lecturer']),
    lecturer: await member('顾知远', department, ['lecturer']),
    learner: await member('林知远', department),
    approver: await member('沈若溪', companyId),
  }
}

let number = 0
/** A valid form: a video session of tomorrow. */
export function formOf(platform: TestPlatform, input: Partial<Form> = {}): Form {
  number += 1
  return {
    subject: `安全生产第${number}课`,
    type: 2,
    startTime: platform.now + 24 * 60 * minuteMs,
    liveMode: 2,
    shareScope: 1,
    executionMode: 0,
    ...input,
  }
}

/** From now on live sessions of the company need the approver's decision. */
export async function turnApprovalOn(platform: TestPlatform, scene: Scene): Promise<void> {
  const place = { companyId: scene.companyId, businessType: 2, now: platform.now }
  await buildTemplate(platform.db, place, [buildStep([scene.approver.id])])
}

/** The approver decides on the application. */
export async function decide(
  platform: TestPlatform,
  scene: Scene,
  id: string,
  how: 'agree' | 'refuse',
  opinion = '同意',
): Promise<void> {
  const calls = platform.client(approvals, scene.approver)
  const { items } = await calls.waitingTasks({ query: { pageSize: 100 } })
  const task = items.find((one) => one.process.businessId === id)
  if (!task) throw new Error('nothing waits for the approver')
  await calls[how]({ params: { id: task.taskId }, body: { opinion } })
}

/** A live session that its provider has created. */
export async function publishedLive(
  platform: TestPlatform,
  host: BuiltMember,
  input: Partial<Form> = {},
): Promise<string> {
  const { id } = await platform.client(live, host).apply({ body: formOf(platform, input) })
  await platform.runJobs()
  return id
}

/** Short ways of the tests; `scene` is asked when they are walked, after `beforeAll`. */
export function sceneSteps(platform: TestPlatform, scene: () => Scene) {
  const as = (member: BuiltMember) => platform.client(live, member)
  const ofId = (id: string) => ({ params: { id } })
  return {
    as,
    ofId,
    /** The same calls under their legacy paths. */
    legacy: (member: BuiltMember) => platform.client(legacyLive, member),
    published: (input: Partial<Form> = {}) => publishedLive(platform, scene().host, input),
    /** As its host sees it. */
    seen: (id: string) => as(scene().host).live(ofId(id)),
    learners: (count: number) =>
      Promise.all(Array.from({ length: count }, () => buildMember(platform.db, { companyId: scene().companyId }))),
    /** A live session of the host that started two hours ago, or would have. */
    inState(status: 0 | 3 | 4): Promise<string> {
      const { companyId, host } = scene()
      const startTime = platform.now - 2 * 60 * minuteMs
      return buildLive(platform.db, { companyId, hostId: host.id, status, now: platform.now, startTime })
    },
  }
}

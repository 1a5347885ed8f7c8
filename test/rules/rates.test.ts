/** How often one address may make the calls that say a rate. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildCompany, buildMember, buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { stopRecording } from '#test/recorder.ts'
import { type Call, errorCodeOf, listCalls, type Sent, send } from './calls.ts'

stopRecording()
const platform = testPlatform()
const calls = listCalls(serverModules)

/** Calls that write and that may be repeated only so often from one address: how many times in how many seconds. */
const rates: Readonly<Record<string, readonly [max: number, windowSeconds: number]>> = {
  'identity.createToken': [1500, 60],
  'identity.sendCode': [30, 600],
  'identity.register': [60, 600],
  'identity.changePassword': [30, 60],
  'identity.resetPassword': [30, 60],
  'identity.createQrCode': [1500, 60],
  'identity.startImport': [30, 60],
  'questions.startQuestionImport': [30, 60],
  'messages.unsubscribe': [60, 60],
  'messages.resubscribe': [60, 60],
  'messages.testTemplate': [20, 60],
  'reports.preview': [120, 60],
  'reports.sendNow': [10, 60],
  'live.checkSupplier': [20, 60],
  'rankings.changeAppearance': [30, 600],
  'search.forgetSearches': [60, 60],
  'search.click': [1500, 60],
  'advertisements.recordAdvertisement': [120, 60],
  'help.sendFeedback': [60, 600],
  'help.replyToAnswer': [60, 600],
  'messages.testWebhook': [20, 60],
  'topics.addComment': [60, 60],
  'topics.addReply': [60, 60],
  'classes.registerForClass': [60, 600],
  'classes.importNominations': [60, 60],
  'classes.importOwnNominations': [60, 60],
  'classes.readNominations': [60, 60],
  'community.createCircle': [20, 60],
  'community.join': [20, 60],
  'following.attention': [120, 60],
  'catalog.importArticle': [20, 60],
  'community.joinCircle': [60, 60],
  'community.addCircleMembers': [60, 60],
  'community.removeCircleMember': [60, 60],
  'community.announceInCircle': [20, 60],
  'moderation.accuse': [60, 60],
  'moderation.appeal': [20, 60],
  'contents.read': [240, 60],
  'contents.like': [120, 60],
  'contents.discuss': [30, 60],
  'contents.saveDraft': [120, 60],
  'contents.saveCaption': [40, 600],
  'contents.publish': [30, 60],
  'contents.change': [30, 60],
  'contents.restoreVersion': [30, 60],
  'columns.subscribe': [120, 60],
  'columns.createColumn': [60, 60],
  'columns.openContent': [240, 60],
  'ask.askQuestion': [30, 600],
  'ask.editQuestion': [60, 60],
  'ask.addFollowUp': [30, 60],
  'ask.voteQuestion': [120, 60],
  'ask.followQuestion': [120, 60],
  'ask.inviteExpert': [30, 60],
  'ask.answerQuestion': [30, 60],
  'ask.editAnswer': [60, 60],
  'ask.voteAnswer': [120, 60],
  'ask.followExpert': [120, 60],
  'ask.unfollowExpert': [120, 60],
  'feed.hide': [60, 60],
  'exams.exportResults': [20, 60],
  'sharing.recordAction': [120, 60],
  'surveys.guestEntry': [60, 60],
  'surveys.openAsGuest': [30, 60],
  'surveys.saveAsGuest': [120, 60],
  'surveys.submitAsGuest': [30, 60],
  'rooms.guestJoin': [600, 60],
  'rooms.guestLeave': [120, 60],
  'live.keylogin': [60, 60],
  'live.keyloginEnter': [30, 60],
  'live.providerRecorded': [120, 60],
  'privacy.requestExport': [10, 3600],
  'privacy.requestErasure': [20, 3600],
  'coupons.claimCoupon': [600, 60],
  'coupons.claimCouponByCode': [600, 60],
  'entitlements.giveSeats': [60, 60],
  'orders.changeOrder': [300, 60],
  'orders.placeOrder': [1500, 60],
  'orders.previewChange': [600, 60],
  'orders.requestRefund': [300, 60],
  'prices.quote': [1500, 60],
  'redeem.redeem': [600, 60],
  'pushes.urgeItems': [60, 60],
  'pushes.urgeLearners': [60, 60],
  'pushes.urgePush': [60, 60],
  'payments.sendReceipt': [30, 600],
  'payments.testPayment': [60, 60],
  'payments.importBill': [30, 60],
}

let token: string

beforeAll(async () => {
  const companyId = await buildCompany(platform.db, undefined, platform.now)
  const chief = await buildMember(platform.db, { companyId, roles: ['super-admin'], now: platform.now })
  token = await buildSession(platform.db, chief, platform.now)
})
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

/** The rate is counted before the input is looked at: a wrong one costs the test no work. */
const wrongInput: Sent = { params: { id: 'x', token: 'x', code: 'x' }, query: {}, body: 'no object' }

async function codesOf({ endpoint }: Call, times: number, address: string): Promise<Set<number | undefined>> {
  const codes = new Set<number | undefined>()
  for (let count = 0; count < times; count++)
    codes.add(errorCodeOf(await send(platform.app, endpoint, wrongInput, { token, address })))
  return codes
}

it('[SHELL-128] the calls with a rate are these; each that needs no sign-in has one; 900009 is never answered', () => {
  const writing = calls.filter(({ endpoint }) => endpoint.method !== 'GET')
  const declared = writing.flatMap(({ name, endpoint: { rate } }) =>
    rate ? [[name, rate.max, rate.windowSeconds]] : [],
  )
  expect(declared.toSorted()).toEqual(
    Object.entries(rates)
      .map(([name, [max, windowSeconds]]) => [name, max, windowSeconds])
      .toSorted(),
  )
  const open = writing.filter(({ endpoint }) => endpoint.access === 'public').map(({ name }) => name)
  expect(open.filter((name) => !(name in rates))).toEqual([])
  expect(calls.filter(({ endpoint }) => endpoint.errors?.some(({ code }) => code === 900009))).toEqual([])
})

describe('a caller who repeats a writing call too often', () => {
  it.each(Object.entries(rates).map(([name, [max, windowSeconds]]) => [name, max, windowSeconds] as const))(
    '[SHELL-127] is answered 900008 by %s after %i times in %i s',
    async (name, max, windowSeconds) => {
      const call = calls.find((one) => one.name === name)
      if (!call) throw new Error(`there is no call ${name}`)
      const address = `10.9.0.${Object.keys(rates).indexOf(name)}`
      expect([...(await codesOf(call, max, address))]).not.toContain(900008)
      expect([...(await codesOf(call, 1, address))]).toEqual([900008])
      expect([...(await codesOf(call, 1, '10.9.1.1'))]).not.toContain(900008)
      vi.setSystemTime(Date.now() + windowSeconds * 1000 - 1)
      expect([...(await codesOf(call, 1, address))]).toEqual([900008])
      vi.setSystemTime(Date.now() + 1)
      expect([...(await codesOf(call, 1, address))]).not.toContain(900008)
    },
  )
})

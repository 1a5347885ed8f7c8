/** A camera of 30 pictures a second over a network that loses every twentieth packet, both ways. */
import type { Page } from '@playwright/test'
import { freeUdpPort, type Relay, startRelay } from '#test/media/relay.ts'
import playwright from '../../playwright.config.ts'
import { test as base, expect } from './fixtures.ts'
import { livelyLive } from './live-journey.ts'
import { received } from './media.ts'

interface Network {
  readonly enginePort: number
  readonly relay: Relay
}

const loss = 0.05
const measuredSeconds = 20
const { executablePath, args = [] } = playwright.use?.launchOptions ?? {}

const test = base.extend<object, { network: Network }>({
  network: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here.
    async ({}, use) => {
      const enginePort = await freeUdpPort()
      const relay = await startRelay({ target: enginePort, lossUp: loss, lossDown: loss, delayMs: 20 })
      await use({ enginePort, relay })
      relay.stop()
    },
    { scope: 'worker' },
  ],
  environment: [
    ({ network }, use) => use({ LIVE_UDP_PORT: String(network.enginePort), LIVE_BIND: '127.0.0.1' }),
    { scope: 'worker' },
  ],
})

test.skip(process.env.LIVE_ROOM !== '1', 'pictures are counted by the second: LIVE_ROOM=1')
test.use({
  actionTimeout: 60_000,
  launchOptions: {
    ...(executablePath !== undefined && { executablePath }),
    args: [...args.filter((one) => !one.includes('fake-device')), '--use-fake-device-for-media-stream=fps=30'],
  },
})

/** Every connection of the page goes through the relay: it is the only address that either side learns of the other. */
async function throughRelay(page: Page, { port }: Relay): Promise<void> {
  await page.addInitScript((relayPort) => {
    const { setRemoteDescription } = RTCPeerConnection.prototype
    RTCPeerConnection.prototype.setRemoteDescription = function (this: RTCPeerConnection, { type, sdp = '' }) {
      let count = 0
      const line = `a=candidate:1 1 UDP 2122000000 127.0.0.1 ${relayPort} typ host\r\n`
      const changed = sdp.replace(/^a=candidate:.*\r\n/gm, () => {
        count += 1
        return count === 1 ? line : ''
      })
      return Reflect.apply(setRemoteDescription, this, [{ type, sdp: changed }]) as Promise<void>
    } as typeof setRemoteDescription
    const plain = Object.getOwnPropertyDescriptor(RTCPeerConnection.prototype, 'localDescription')
    Object.defineProperty(RTCPeerConnection.prototype, 'localDescription', {
      get(this: RTCPeerConnection) {
        const description = plain?.get?.call(this) as RTCSessionDescription | null
        if (!description) return description
        return { type: description.type, sdp: description.sdp.replace(/^a=candidate:.*\r\n/gm, '') }
      },
    })
  }, port)
}

test('[LIVE-145] every twentieth packet is lost both ways, and more than 20 pictures a second arrive', async ({
  open,
  platform,
  network,
}) => {
  test.setTimeout(300_000)
  const prepare = (page: Page) => throughRelay(page, network.relay)
  const { viewer } = await livelyLive({ open, platform, language: 'cn' }, prepare)
  const before = { ...network.relay.counts, ...(await received(viewer)) }
  await viewer.waitForTimeout(measuredSeconds * 1000)
  const after = { ...network.relay.counts, ...(await received(viewer)) }
  const packets = after.up + after.down - before.up - before.down
  expect((after.lost - before.lost) / packets, 'of the packets were lost').toBeGreaterThan(loss * 0.8)
  expect((after.frames - before.frames) / measuredSeconds, 'pictures a second').toBeGreaterThan(20)
  test.info().annotations.push({
    type: 'measured',
    description: `${(after.frames - before.frames) / measuredSeconds} pictures a second, ${after.lost - before.lost} of ${packets} packets lost`,
  })
})

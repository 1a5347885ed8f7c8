/**
 * What really arrives at a page of a live room: frames that were decoded and sound that was heard, as the browser's own
 * statistics count them.
 */
import type { Page } from '@playwright/test'

interface Inbound {
  readonly type: string
  readonly kind?: string
  readonly framesDecoded?: number
  readonly totalAudioEnergy?: number
}

export interface Received {
  /** Streams that bring frames. */
  readonly videos: number
  readonly frames: number
  /** Streams that bring sound louder than silence. */
  readonly audible: number
  readonly energy: number
}

/** Call before the page opens the room: from then on its peer connections are known. */
export async function watchPeers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const peers: RTCPeerConnection[] = []
    Object.assign(window, { journeyPeers: peers })
    const Original = window.RTCPeerConnection
    window.RTCPeerConnection = class extends Original {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        peers.push(this)
      }
    }
  })
}

/** Everything that the page's open connections have received so far. */
export async function received(page: Page): Promise<Received> {
  const inbound = await page.evaluate(async () => {
    const peers = (window as unknown as { journeyPeers?: RTCPeerConnection[] }).journeyPeers ?? []
    const open = peers.filter((peer) => peer.connectionState === 'connected')
    const reports = await Promise.all(open.map((peer) => peer.getStats()))
    return reports.flatMap((report) => [...report.values()].filter(({ type }) => type === 'inbound-rtp'))
  })
  const streams = inbound as Inbound[]
  const videos = streams.filter(({ kind, framesDecoded }) => kind === 'video' && (framesDecoded ?? 0) > 0)
  const sounds = streams.filter(({ kind, totalAudioEnergy }) => kind === 'audio' && (totalAudioEnergy ?? 0) > 0)
  return {
    videos: videos.length,
    frames: videos.reduce((sum, { framesDecoded }) => sum + (framesDecoded ?? 0), 0),
    audible: sounds.length,
    energy: sounds.reduce((sum, { totalAudioEnergy }) => sum + (totalAudioEnergy ?? 0), 0),
  }
}

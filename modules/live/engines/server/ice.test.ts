import { execFileSync, spawn } from 'node:child_process'
import { cleanup, PeerConnection } from 'node-datachannel'
import { afterAll, describe, expect, it } from 'vitest'
import { freeUdpPort } from '#test/media/relay.ts'
import { type IceServer, iceServers } from './ice.ts'

const turn = { urls: ['turn:turn.example.com:3478?transport=udp'], secret: 'north' }

describe('the ICE servers of a browser', () => {
  it('are empty if no relay is set up', () => {
    expect(iceServers({ turn: null }, 'p1', 1_700_000_000_000)).toEqual([])
  })

  it('carry a name with the expiry time, and its HMAC-SHA1 as the password', () => {
    const [server] = iceServers({ turn }, 'p1', 1_700_000_000_999)
    // echo -n '1700043200:p1' | openssl dgst -sha1 -hmac north -binary | base64
    expect(server).toEqual({
      urls: turn.urls,
      username: '1700043200:p1',
      credential: execFileSync('openssl', ['dgst', '-sha1', '-hmac', 'north', '-binary'], {
        input: '1700043200:p1',
      }).toString('base64'),
    })
    expect(Buffer.from(server?.credential ?? '', 'base64')).toHaveLength(20)
  })

  it('differ for each person and each moment', () => {
    const credentials = [
      iceServers({ turn }, 'p1', 0),
      iceServers({ turn }, 'p2', 0),
      iceServers({ turn }, 'p1', 1000),
    ].map(([server]) => server?.credential)
    expect(new Set(credentials).size).toBe(3)
  })
})

afterAll(() => cleanup())

const hasCoturn = (() => {
  try {
    return execFileSync('/bin/sh', ['-c', 'command -v turnserver']).length > 0
  } catch {
    return false
  }
})()

/** A peer that may use nothing but the relay. */
function relayedPeer(port: number, { username, credential }: IceServer): PeerConnection {
  const relay = { hostname: '127.0.0.1', port, username, password: credential, relayType: 'TurnUdp' as const }
  return new PeerConnection('p', { iceServers: [relay], iceTransportPolicy: 'relay' })
}

/** The addresses that the relay assigned to a peer with these credentials. */
async function relayAddresses(port: number, server: IceServer): Promise<string[]> {
  const peer = relayedPeer(port, server)
  try {
    const found: string[] = []
    peer.onLocalCandidate((candidate) => found.push(candidate))
    const gathered = new Promise<void>((done) =>
      peer.onGatheringStateChange((state) => {
        if (state === 'complete') done()
      }),
    )
    peer.createDataChannel('d')
    await gathered
    return found.filter((candidate) => candidate.includes('typ relay'))
  } finally {
    peer.close()
  }
}

/** The message that the second of two peers receives from the first, through the relay alone. */
async function say(port: number, server: IceServer, words: string): Promise<string> {
  const [speaker, hearer] = [relayedPeer(port, server), relayedPeer(port, server)]
  try {
    speaker.onLocalDescription((sdp, type) => hearer.setRemoteDescription(sdp, type))
    hearer.onLocalDescription((sdp, type) => speaker.setRemoteDescription(sdp, type))
    speaker.onLocalCandidate((candidate, mid) => hearer.addRemoteCandidate(candidate, mid))
    hearer.onLocalCandidate((candidate, mid) => speaker.addRemoteCandidate(candidate, mid))
    const received = new Promise<string>((resolve) =>
      hearer.onDataChannel((channel) => channel.onMessage((message) => resolve(String(message)))),
    )
    const channel = speaker.createDataChannel('d')
    channel.onOpen(() => channel.sendMessage(words))
    return await received
  } finally {
    speaker.close()
    hearer.close()
  }
}

// Needs Debian's package coturn.
describe.skipIf(!hasCoturn)('the real coturn', () => {
  it('relays for a caller with such credentials, and refuses expired and forged ones', async () => {
    const port = await freeUdpPort()
    const coturn = spawn(
      'turnserver',
      ['-n', '--no-cli', '--no-tls', '--no-dtls', '--use-auth-secret', '--static-auth-secret', turn.secret]
        .concat(['--realm', 'learn.example.com', '--listening-ip', '127.0.0.1', '--relay-ip', '127.0.0.1'])
        .concat(['--listening-port', String(port), '--allow-loopback-peers', '--log-file', 'stdout'])
        .concat(['--pidfile', '/dev/null']),
      { stdio: 'ignore' },
    )
    try {
      const [good] = iceServers({ turn }, 'p1', Date.now())
      const [late] = iceServers({ turn }, 'p1', Date.now() - 13 * 3600_000)
      const [forged] = iceServers({ turn: { ...turn, secret: 'south' } }, 'p1', Date.now())
      if (!good || !late || !forged) throw new Error('no servers')
      expect(await say(port, good, 'good morning')).toBe('good morning')
      expect(await relayAddresses(port, good)).not.toEqual([])
      expect(await relayAddresses(port, late)).toEqual([])
      expect(await relayAddresses(port, forged)).toEqual([])
    } finally {
      coturn.kill('SIGKILL')
    }
  })
})

/**
 * A real Janus, as `deploy/janus` sets it up, in a network namespace of its own: Janus never listens for media on loopback,
 * so it gets one end of a pair of virtual cables, and the test the other. The namespace takes everything with it.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JanusConfig } from '#server/config-live.ts'

const templates = join(import.meta.dirname, '../../deploy/janus')

function runs(program: string, ...parameters: string[]): boolean {
  try {
    execFileSync(program, parameters, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Where Debian puts its plug-ins: a folder named after the machine's kind. */
function libraryFolder(): string | undefined {
  const roots = ['/usr/lib', ...readdirSync('/usr/lib').map((name) => `/usr/lib/${name}`)]
  return roots.map((root) => `${root}/janus`).find((folder) => existsSync(`${folder}/plugins/libjanus_videoroom.so`))
}

/** Why the real Janus can't be tested here; undefined where it can. */
export function whyNot(): string | undefined {
  if (process.platform !== 'linux') return 'it needs the network namespaces of Linux'
  if (!runs('/bin/sh', '-c', 'command -v janus')) return "Debian's package janus is not installed"
  if (libraryFolder() === undefined) return 'Janus has no plug-in videoroom'
  if (process.getuid?.() !== 0) return 'network namespaces are for root alone'
  const name = `shuyuan-try-${process.pid}`
  if (!runs('ip', 'netns', 'add', name)) return 'network namespaces are not allowed here'
  execFileSync('ip', ['netns', 'del', name])
  return undefined
}

export interface RealJanus {
  readonly config: JanusConfig
  /** Our end of the cable: what bots bind to. */
  readonly address: string
  readonly pid: number
  /** Ends it as a power cut would, and starts it again when `start` is called. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

function writeConfig(folder: string, config: JanusConfig, address: string): void {
  const values: Readonly<Record<string, string>> = {
    CONFIG: folder,
    LIBRARY: libraryFolder() ?? '',
    API_SECRET: config.apiSecret,
    ADMIN_SECRET: 'nobody-uses-it',
    ADMIN_KEY: config.adminKey,
    EVENT_LOOPS: '2',
    RTP_PORTS: '20000-20999',
    ADDRESS: address,
    NAT_MAPPING: '',
    API_ADDRESS: address,
    API_PORT: '8188',
  }
  for (const name of readdirSync(templates).filter((file) => file.endsWith('.jcfg'))) {
    const text = readFileSync(join(templates, name), 'utf8').replaceAll(/@([A-Z_]+)@/g, (_, key: string) => {
      const value = values[key]
      if (value === undefined) throw new Error(`${name}: nothing for ${key}`)
      return value
    })
    writeFileSync(join(folder, name), text)
  }
}

async function listens(host: string, port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, host)
    try {
      await once(socket, 'connect')
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      socket.destroy()
    }
  }
}

export async function startJanus(): Promise<RealJanus> {
  const name = `shuyuan-${process.pid}`
  const network = `10.77.${process.pid % 250}`
  const [address, janusAddress] = [`${network}.1`, `${network}.2`]
  const cable = `syj${process.pid}`
  const folder = mkdtempSync(join(tmpdir(), 'shuyuan-janus-'))
  const recordings = join(folder, 'recordings')
  mkdirSync(recordings)
  const config = { url: `ws://${janusAddress}:8188`, apiSecret: 'test-api-secret', adminKey: 'test-key', recordings }
  writeConfig(folder, config, janusAddress)
  execFileSync('ip', ['netns', 'add', name])
  execFileSync('ip', ['link', 'add', cable, 'type', 'veth', 'peer', 'name', 'media', 'netns', name])
  execFileSync('ip', ['addr', 'add', `${address}/30`, 'dev', cable])
  execFileSync('ip', ['link', 'set', cable, 'up'])
  for (const line of ['link set lo up', `addr add ${janusAddress}/30 dev media`, 'link set media up'])
    execFileSync('ip', ['-n', name, ...line.split(' ')])

  let child: ChildProcess
  const start = async () => {
    child = spawn('ip', ['netns', 'exec', name, 'janus', '-o', '-F', folder, '-C', join(folder, 'janus.jcfg')], {
      stdio: process.env.JANUS_LOG ? 'inherit' : 'ignore',
    })
    await listens(janusAddress, 8188)
  }
  const kill = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    config,
    address,
    get pid() {
      return child.pid ?? 0
    },
    start,
    kill,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) await kill()
      execFileSync('ip', ['netns', 'del', name])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

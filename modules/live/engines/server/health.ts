/** The line of the status page about the engine that carries audio and video. */
import { type HealthAnswer, healthCheck } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { liveEngine } from './configured-engine.ts'
import type { EngineHealth, LiveEngine } from './engine.ts'

type Kind = LiveEngine['kind']

const broken: Record<Kind, NonNullable<HealthAnswer['advice']>> = {
  embedded: {
    cn: '内置音视频引擎没有运行，直播间只能文字互动。请确认 npm 已安装可选依赖（@node-datachannel），且 LIVE_UDP_PORT 未被占用',
    en: 'The embedded engine of audio and video is not running, so live rooms offer text only. Check that npm has installed optional dependencies (@node-datachannel) and that LIVE_UDP_PORT is free',
  },
  janus: {
    cn: '连接不上 Janus，直播间只能文字互动。请检查 JANUS_URL 和 Janus 服务',
    en: 'Janus cannot be reached, so live rooms offer text only. Check JANUS_URL and the Janus service',
  },
  livekit: {
    cn: '连接不上 LiveKit，直播间只能文字互动。请检查 LIVEKIT_URL、LIVEKIT_API_KEY 和 LIVEKIT_API_SECRET',
    en: 'LiveKit cannot be reached, so live rooms offer text only. Check LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET',
  },
}

const faulty = {
  cn: '音视频引擎可用，但有问题，见“错误”一栏。录制出错多为磁盘已满或没有写入权限',
  en: 'The engine works, but look at the error. Recordings usually fail because the disk is full or not writable',
}

/** The use of one core. Beyond it, packets come late. */
const busyPermille = 850

const busy = {
  cn: '内置引擎的处理器占用已接近上限。观众多时请改用 Janus（见 docs/operations.md）',
  en: 'The embedded engine uses almost all of its processor time. For many viewers, use Janus (docs/operations.md)',
}

function answerOf(kind: Kind, health: EngineHealth): HealthAnswer {
  const { state, detail, rooms, peers, cpuPermille } = health
  if (state === 'down') return { state, facts: { program: kind, error: detail }, advice: broken[kind] }
  const load: HealthAnswer['facts'] = cpuPermille === null ? {} : { processorPercent: Math.round(cpuPermille / 10) }
  const facts: HealthAnswer['facts'] = { program: kind, rooms, peers, ...load }
  if (state === 'warning') return { state, facts: { ...facts, error: detail }, advice: faulty }
  if (cpuPermille !== null && cpuPermille > busyPermille)
    return { state: 'warning', facts: { ...facts, version: detail }, advice: busy }
  return { state, facts: { ...facts, version: detail } }
}

export const engineHealth = healthCheck({
  name: 'live-engine',
  label: { cn: '直播音视频', en: 'Audio and video in live rooms' },
  order: 60,
  async check(outside: Outside, db: Connection) {
    const engine = liveEngine(outside, db)
    return answerOf(engine.kind, await engine.health())
  },
})

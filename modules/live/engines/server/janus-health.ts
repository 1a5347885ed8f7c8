/** Whether Janus works: it answers, accepts our secrets, has the plug-in, and this process can read its recordings. */
import { access, constants } from 'node:fs/promises'
import type { JanusConfig } from '#server/config-live.ts'
import type { EngineHealth } from './engine.ts'
import { type Control, isMessage, JanusRefused } from './janus-control.ts'

const plugin = 'janus.plugin.videoroom'
const badSecret = 403

async function inspect(control: Control, config: JanusConfig, peers: number): Promise<EngineHealth> {
  const info = await control.request({ janus: 'info', session_id: undefined })
  const name = `Janus ${String(info.version_string)}`
  const plugins = isMessage(info.plugins) ? info.plugins : {}
  const none = { rooms: 0, peers, cpuPermille: null }
  if (!isMessage(plugins[plugin])) return { state: 'down', detail: `${name} has no plug-in videoroom`, ...none }
  const handle = await control.attach('health')
  let rooms = 0
  try {
    // Janus lists private rooms only for callers with the key.
    const { data } = await control.ask(handle, { request: 'list', admin_key: config.adminKey })
    rooms = Array.isArray(data.list) ? data.list.length : 0
  } finally {
    await control.request({ janus: 'detach', handle_id: handle })
  }
  try {
    await access(config.recordings, constants.R_OK | constants.X_OK)
  } catch {
    return { state: 'warning', detail: `${name}; recordings in ${config.recordings} cannot be read`, ...none, rooms }
  }
  return { state: 'ok', detail: name, ...none, rooms }
}

export async function janusHealth(control: Control, config: JanusConfig, peers: number): Promise<EngineHealth> {
  try {
    return await inspect(control, config, peers)
  } catch (error) {
    const isSecret = error instanceof JanusRefused && error.code === badSecret
    const reason = error instanceof Error ? error.message : String(error)
    const detail = isSecret ? `${reason} (JANUS_API_SECRET is not its api_secret)` : reason
    return { state: 'down', detail, rooms: 0, peers: 0, cpuPermille: null }
  }
}

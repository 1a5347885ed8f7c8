/**
 * The process of the embedded engine. It reads its settings from its standard input, prints on its standard output when
 * it accepts connections, and ends when its input closes: together with its parent, however the parent ends.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { EngineReady, EngineSettings } from '../embedded/protocol.ts'

async function freePort(address: string, wanted: number): Promise<number> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4')
  socket.bind(wanted, address)
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  await once(socket, 'close')
  return port
}

async function run(): Promise<void> {
  // Loaded here, so that a machine without the library reports it in one line.
  const { default: library } = await import('node-datachannel')
  const version = `libdatachannel ${library.getLibraryVersion()}`
  if (process.argv.includes('--version')) {
    console.log(version)
    process.exit(0)
  }
  const [{ Rooms }, { startControl }] = await Promise.all([import('./rooms.ts'), import('./control.ts')])
  const input = createInterface({ input: process.stdin })
  const settings = JSON.parse(String((await once(input, 'line'))[0])) as EngineSettings
  const ended = once(input, 'close')
  library.initLogger('Error', (_, message) => console.error(message))
  const port = await freePort(settings.bind, settings.port)
  // Keeps the port from now on; peers share it.
  const listener = new library.IceUdpMuxListener(port, settings.bind)
  // Each needs the other: the control socket sends the events of rooms, and also runs the requests on rooms.
  const control = await startControl(settings.secret, settings.control, () => rooms)
  const rooms = new Rooms({ ...settings, port, library: version }, (event) => control.emit(event))
  const ready: EngineReady = { controlPort: control.port, udpPort: port, library: version }
  console.log(JSON.stringify(ready))
  await Promise.race([ended, once(process, 'SIGTERM'), once(process, 'SIGINT')])
  control.stop()
  listener.stop()
  await rooms.stop()
  process.exit(0)
}

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message.split('\n')[0] : error)
  process.exit(1)
}
